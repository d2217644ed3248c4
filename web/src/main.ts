import { mount } from "svelte";
import { begin } from "./api/local";
import App from "./App.svelte";
import "./look.css";
import Missing from "./parts/Missing.svelte";
import { settings, show } from "./settings.svelte";
import { learn } from "./words";

show();
if (SITE) {
  begin();
  import("./parts/LocalServer.svelte").then(({ default: notice }) =>
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
