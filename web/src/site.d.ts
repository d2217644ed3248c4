/** Whether the page is built as a site without a server (`vite build --mode site`). */
declare const SITE: boolean;
