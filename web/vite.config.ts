import { defineConfig } from "vitest/config";

// `npm run dev` serves the sources, and takes what the server answers from `make run`.
const server = process.env["GEMGROVE_SERVER"] ?? "http://127.0.0.1:8000";

export default defineConfig({
  // JSX means Preact's, as tsconfig.json has it.
  build: {
    outDir: "../src/gemgrove/server/site/built",
    emptyOutDir: true,
    target: "es2022",
    // A page must stay within its budget, so its size is told as it is sent.
    reportCompressedSize: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { "/api": { target: server, ws: true } } },
  test: { include: ["tests/**/*.test.ts"], environment: "node" },
});
