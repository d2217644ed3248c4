import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

const hall = process.env["HALL"] ?? "http://127.0.0.1:7370";

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: "../src/cruachan/server/built",
    emptyOutDir: true,
    manifest: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: { proxy: { "/api": { target: hall, ws: true } } },
});
