/** Hands out a file that a link of the API leads to: by itself it would be asked of the host, which has none. */
import { fetched } from "../api/ask";

const LATER = 60_000;

export async function hand(link: HTMLAnchorElement): Promise<void> {
  // Only what is opened by a click is no window that nobody wanted.
  const reads = link.target && new URL(link.href).searchParams.get("form") === "html";
  const shown = reads ? open("", link.target) : null;
  const answer = await fetched(link.href).catch(() => null);
  if (!answer?.ok) return void shown?.close();
  const at = URL.createObjectURL(await answer.blob());
  setTimeout(() => URL.revokeObjectURL(at), LATER);
  const name = /filename="?([^";]+)/.exec(answer.headers.get("content-disposition") ?? "")?.[1];
  if (shown) return void shown.location.replace(at);
  Object.assign(document.createElement("a"), { href: at, download: name ?? "" }).click();
}
