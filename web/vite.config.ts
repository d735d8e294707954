import { defineConfig } from "vitest/config";

// `npm run dev` serves the sources and forwards API requests to the server of `make run`.
const server = process.env.GEMGROVE_SERVER ?? "http://127.0.0.1:8000";

export default defineConfig({
  build: {
    outDir: "../src/gemgrove/server/site/built",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { "/api": { target: server, ws: true } } },
  test: { include: ["tests/**/*.test.ts", "engine/tests/**/*.test.ts"], environment: "node" },
});
