import { svelte } from "@sveltejs/vite-plugin-svelte";
import { readFileSync } from "node:fs";
import { defineConfig } from "vite";

const server = process.env["SERVER"] ?? process.env["HALL"] ?? "http://127.0.0.1:7370";

const languages = JSON.parse(
  readFileSync(new URL("../src/cruachan/engine/languages.json", import.meta.url), "utf-8"),
);

const texts = (path) => JSON.parse(readFileSync(path, "utf-8"));

/** What a language of the page lacks is said in the first one. */
const completed = {
  name: "completed-texts",
  enforce: "pre",
  load(id) {
    const folder = /\/(src\/texts\/(?:[\w-]+\/)?)[\w-]+\.json$/.exec(id)?.[1];
    if (!folder) return null;
    const first = new URL(`${folder}${languages[0].code}.json`, import.meta.url);
    return JSON.stringify({ ...texts(first), ...texts(id) });
  },
};

/** Links of a site lead from its folder, which may lie anywhere (src/api/base.ts). */
const relativeLinks = {
  name: "relative-links",
  markup: ({ content }) => ({ code: content.replace(/\bhref="\//g, 'href="./') }),
};

export default defineConfig(({ mode }) => ({
  base: mode === "site" ? "./" : "/",
  plugins: [completed, svelte({ preprocess: mode === "site" ? [relativeLinks] : [] })],
  json: { stringify: true },
  define: {
    LANGUAGES: JSON.stringify(languages.map(({ code, name }) => ({ code, name }))),
    SITE: JSON.stringify(mode === "site"),
  },
  build: {
    outDir: "../src/cruachan/server/built",
    emptyOutDir: true,
    manifest: true,
    // What docs/page.md says is supported.
    target: ["chrome108", "firefox121", "safari15.4"],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Small modules that several pages share are one file with Svelte, not a request each, but for those
        // that no table needs at once: of them, the look of a game is a file too.
        codeSplitting: {
          groups: [
            {
              name: "common",
              test: /node_modules|src\/(?!me\/|(?:front|club|challenges)\/|after\/(?!promise)|texts\/(?:print|lazy)|parts\/(?:Segment|QrCode|outside|badge|following|Icon|Identity|Ornament|Wordmark|Copy|Field|Fold|Picture|Slow|clip))(api|parts|[\w.]+$|.*[\w]\.ts$)/,
              minShareCount: 2,
              priority: 1,
            },
            // And what pages before and after a game share.
            {
              name: "pages",
              includeDependenciesRecursively: false,
              test: /src\/(?:(?:front|club|challenges)\/.*\.ts$|after\/(?!promise).*\.ts$|texts\/lazy|parts\/(?:Copy|Field|Fold|Picture|Slow|clip))/,
              minShareCount: 2,
            },
            { name: "look", test: /src\/parts\/(?:Icon|Identity|Ornament|Wordmark)\b/, minShareCount: 2 },
          ],
        },
      },
    },
    reportCompressedSize: false,
  },
  server: { proxy: { "/api": { target: server, ws: true } } },
}));
