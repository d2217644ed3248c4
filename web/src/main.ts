import { mount } from "svelte";
import App from "./App.svelte";
import { begin } from "./local/server";
import "./look.css";
import Missing from "./parts/Missing.svelte";
import { settings, show } from "./settings.svelte";
import { learn } from "./texts";

show();
if (SITE) {
  begin();
  // While Python starts there is time for what comes next.
  void import("./table/TablePage.svelte").catch(() => undefined);
  import("./local/LocalServer.svelte").then(({ default: notice }) =>
    mount(notice, { target: document.body }),
  );
}
const target = document.getElementById("page");
const open = (page: typeof App | typeof Missing) => {
  if (target) mount(page, { target });
};
learn(settings.lang).then(
  () => open(App),
  () => open(Missing),
);
