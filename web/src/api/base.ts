/** Where the page lies: at the root of its server, or in any folder of a static host. */
export const BASE: string = SITE ? based(new URL(".", document.baseURI).pathname) : "/";

/** Links of a site are relative to its folder (vite.config.js), at whatever address it is opened. */
function based(path: string): string {
  const base = document.querySelector("base") ?? document.createElement("base");
  base.href = path;
  document.head.prepend(base);
  return path;
}
