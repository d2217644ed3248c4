import { svelte } from "@sveltejs/vite-plugin-svelte";
import { readFileSync } from "node:fs";
import { defineConfig } from "vite";

const server = process.env["SERVER"] ?? process.env["HALL"] ?? "http://127.0.0.1:7370";

const languages = JSON.parse(
  readFileSync(new URL("../src/cruachan/engine/languages.json", import.meta.url), "utf-8"),
);

export default defineConfig({
  plugins: [svelte()],
  define: { LANGUAGES: JSON.stringify(languages.map(({ code, name }) => ({ code, name }))) },
  build: {
    outDir: "../src/cruachan/server/built",
    emptyOutDir: true,
    manifest: true,
    // What docs/page.md says is supported.
    target: ["chrome108", "firefox121", "safari15.4"],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: { proxy: { "/api": { target: server, ws: true } } },
});
