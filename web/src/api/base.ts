/** Where the page lies: at the root of its server, or in any folder of a static host. */
export const BASE: string = SITE ? new URL(".", document.baseURI).pathname : "/";
