import { mount } from "svelte";
import App from "./App.svelte";
import "./look.css";
import { show } from "./settings.svelte";

show();
const target = document.getElementById("page");
if (target) mount(App, { target });
