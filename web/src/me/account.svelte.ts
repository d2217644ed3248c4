/** Who I am on this server: nobody, or a person with devices, whose settings follow her. */
import { get, post, Refused } from "../api/ask";
import type { AccountAnswer } from "../api/server";
import { change, own, settings, watchChanges } from "../settings.svelte";

/** What follows a person to every device. The language follows to terminals, and stays with each browser. */
const FOLLOWS = ["scheme", "pace", "follow", "confirm", "name", "lang"] as const;
const PAGE = "page";

export const me = $state<{ account: AccountAnswer | null; trouble: string }>({ account: null, trouble: "" });

/** What a device is called until somebody calls it otherwise. */
export function deviceName(): string {
  const agent = navigator.userAgent;
  const browser = /Firefox|Edg|OPR|Chrome|Safari/.exec(agent)?.[0]?.replace("Edg", "Edge") ?? "";
  const system = /Android|iPhone|iPad|Windows|Mac OS|Linux/.exec(agent)?.[0] ?? "";
  return [browser, system].filter(Boolean).join(", ");
}

/** Ask who I am. The server lets the browser keep its key for another year. */
export async function know(): Promise<void> {
  try {
    me.account = await get<AccountAnswer>("/me");
    me.trouble = "";
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    me.trouble = error.message;
  }
}

/** Ask something about myself, and show what is refused. */
export async function asked<T>(ask: () => Promise<T>): Promise<T | null> {
  me.trouble = "";
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    me.trouble = error.message;
    return null;
  }
}

function following(): Record<string, unknown> {
  return Object.fromEntries(FOLLOWS.map((name) => [name, settings[name]]));
}

/** Take over what I like from my other devices, and keep for them what I change here. */
export function follow(): Promise<void> {
  const taken = takeOver();
  pending = taken;
  return taken;
}

async function takeOver(): Promise<void> {
  if (!me.account?.person) return;
  try {
    const kept = await get<{ settings: Record<string, unknown> }>("/me/settings");
    const page = kept.settings[PAGE];
    const there = page && typeof page === "object" ? page : {};
    change({ ...own(there), lang: settings.lang }, false);
    if (!("lang" in there)) await post("/me/settings", { settings: { [PAGE]: following() } });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
  }
}

let timer = 0;
let pending: Promise<unknown> = Promise.resolve();
watchChanges(() => {
  if (!me.account?.person) return;
  clearTimeout(timer);
  timer = window.setTimeout(() => {
    pending = post("/me/settings", { settings: { [PAGE]: following() } }).catch(() => undefined);
  }, 500);
});

/** Keep nothing more of what I like, and wait for what is on its way: before I am erased. */
export async function stopFollowing(): Promise<void> {
  clearTimeout(timer);
  await pending;
}
