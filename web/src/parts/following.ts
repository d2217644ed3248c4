/** Following which of my tables wait for me, wherever I am in the page; hidden windows follow, too. */
import type { ConnectionRefused, Heartbeat, WaitingTables } from "../api/server";
import { BASE } from "../api/base";
import { waitFor } from "./badge.svelte";

const FIRST_WAIT = 1000;
const LONGEST_WAIT = 60_000;
/** A connection that is silent for so long is dead; until the server has said how often it speaks. */
const SILENCE = 40_000;
let socket: WebSocket | null = null;
let timer = 0;
let wait = FIRST_WAIT;

/** Follow from now on; whoever has no key yet is asked again when she comes to another page. */
export function follow(): void {
  if (socket) return;
  clearTimeout(timer);
  timer = 0;
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const opened = new WebSocket(`${scheme}://${location.host}${BASE}api/me/waiting`);
  socket = opened;
  let refused = false;
  let silence = SILENCE;
  let watch = 0;
  const listen = () => {
    clearTimeout(watch);
    watch = setTimeout(() => opened.close(), silence);
  };
  listen();
  opened.onmessage = ({ data }) => {
    const said: WaitingTables | Heartbeat | ConnectionRefused = JSON.parse(data);
    if ("error" in said) {
      refused = true;
      return;
    }
    wait = FIRST_WAIT;
    if ("alive" in said) silence = Math.min(SILENCE, 3000 * said.alive);
    else waitFor(said.waiting);
    listen();
  };
  opened.onclose = () => {
    clearTimeout(watch);
    socket = null;
    if (refused) return;
    timer = setTimeout(follow, wait * (0.75 + Math.random() / 2));
    wait = Math.min(2 * wait, LONGEST_WAIT);
  };
}

/** A window that comes back into sight, or into the network, does not wait. */
function soon(): void {
  if (!document.hidden && timer) follow();
}
document.addEventListener("visibilitychange", soon);
addEventListener("online", soon);
