/** Which page is shown: the address decides, and links change it without loading anew. */

import { BASE } from "./api/base";
import { hand } from "./local/hand";

interface Where {
  parts: string[];
  query: URLSearchParams;
}

/** A part of an address in plain letters; as it stands where it means none. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function read(): Where {
  const parts = location.pathname
    .slice(BASE.length - 1)
    .split("/")
    .filter(Boolean)
    .map(decoded);
  return { parts, query: new URLSearchParams(location.search) };
}

let where = $state.raw<Where>(read());

export const route = {
  get parts() {
    return where.parts;
  },
  get query() {
    return where.query;
  },
};

export function go(path: string, replace = false): void {
  const full = path.startsWith(BASE) ? path : BASE.slice(0, -1) + path;
  history[replace ? "replaceState" : "pushState"](null, "", full);
  const moved = where.parts.join("/");
  where = read();
  if (moved !== where.parts.join("/")) scrollTo(0, 0);
}

addEventListener("popstate", () => (where = read()));

/** Follow a click on a link of this page. */
export function follow(event: MouseEvent): void {
  const link = (event.target as Element | null)?.closest?.("a[href]");
  if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented) return;
  const plain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  const asked = link.origin === location.origin && link.pathname.startsWith(`${BASE}api/`);
  if (SITE && asked && event.button === 0) {
    event.preventDefault();
    return void hand(link);
  }
  if (!plain || asked || link.target || link.download || link.origin !== location.origin) return;
  const href = link.getAttribute("href") ?? "";
  if (href.startsWith("#") && SITE) {
    event.preventDefault();
    // By itself the browser would look for it in the page that <base> names.
    location.hash = href;
    return;
  }
  if (href.startsWith("#")) return;
  if (SITE && link.pathname.startsWith(`${BASE}docs/`)) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
}
