/** How many tables wait for me: at the icon of the window, and at that of the installed app. */
import { BASE } from "../api/base";
import { keep, kept } from "../settings.svelte";
import { waiting } from "./waiting.svelte";

const KEY = "cruachan.waiting";
/** More than this many are not counted at a small icon. */
const MOST = 9;
let shown = -1;

// A server tells them at once; a site is asked on its front page.
if (SITE) waiting.tables = kept<string[]>(KEY) ?? [];
$effect.root(() => {
  $effect(() => {
    void show(waiting.tables.filter((table) => table !== waiting.sight).length);
  });
});

/** All tables that wait for me, as the server lists them. */
export function waitFor(tables: string[]): void {
  const sorted = [...tables].sort();
  if (sorted.join() === waiting.tables.join()) return;
  waiting.tables = sorted;
  if (SITE) keep(KEY, sorted.length ? sorted : null);
}

/** Whether this table waits for me; the others as they were known last. */
export function waitsHere(table: string, asked: boolean): void {
  const others = waiting.tables.filter((each) => each !== table);
  waitFor(asked ? [...others, table] : others);
}

async function show(count: number): Promise<void> {
  if (count === shown) return;
  shown = count;
  const app = count ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
  app?.catch(() => undefined);
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (!icon) return;
  const address = `${BASE}icon.svg`;
  const drawn = count ? await counted(address, count).catch(() => address) : address;
  if (shown === count) icon.href = drawn;
}

/** The icon with a number in its corner. */
async function counted(address: string, count: number): Promise<string> {
  const plain = await (await fetch(address)).text();
  const number = count > MOST ? `${MOST}+` : `${count}`;
  const sign =
    '<circle cx="43" cy="43" r="19" fill="#b3261e" stroke="#fff" stroke-width="3"/>' +
    `<text x="43" y="52" font-family="sans-serif" font-weight="700" font-size="${count > MOST ? 20 : 26}"` +
    ` fill="#fff" text-anchor="middle">${number}</text>`;
  return `data:image/svg+xml,${encodeURIComponent(plain.replace("</svg>", `${sign}</svg>`))}`;
}
