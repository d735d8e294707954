import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { withoutServer } from "./site/plugin.ts";

// `npm run dev` serves the sources and forwards API requests to the server of `make run`.
const server = process.env.GEMGROVE_SERVER ?? "http://127.0.0.1:8000";

// The champions' networks, which the server sends from the Python package: a hash of each by name, so
// that a browser never uses an old one.
const folder = new URL("../src/gemgrove/agents/networks/", import.meta.url);
const networks = readdirSync(folder)
  .filter((name) => name.endsWith(".safetensors"))
  .map((name) => [
    name.replace(".safetensors", ""),
    createHash("sha256")
      .update(readFileSync(new URL(name, folder)))
      .digest("hex")
      .slice(0, 8),
  ]);

// All styles are loaded with the page, and its parts have nothing else to load beforehand: what Vite
// adds for that is left out.
const withoutPreloading = {
  name: "without-preloading",
  enforce: "post",
  transform: (_code: string, id: string) =>
    id.includes("vite/preload-helper") ? "export const __vitePreload = (load) => load();" : null,
} as const;

// Vite would bundle a worker apart from the page. `import address from "./worker?bundled"` makes it an
// entry of the same build, so that both share their code.
const BUNDLED = "?bundled";
let building = true;
const bundledWorker: Plugin = {
  name: "bundled-worker",
  enforce: "pre",
  configResolved({ command }) {
    building = command === "build";
  },
  async resolveId(source, importer) {
    if (!source.endsWith(BUNDLED)) return null;
    const found = await this.resolve(source.slice(0, -BUNDLED.length), importer);
    return found && `${found.id}${BUNDLED}`;
  },
  load(id) {
    if (!id.endsWith(BUNDLED)) return null;
    const file = id.slice(0, -BUNDLED.length);
    if (!building) return `export default "/@fs${file}"`;
    const chunk = this.emitFile({ type: "chunk", id: file, name: "worker" });
    return `export default import.meta.ROLLUP_FILE_URL_${chunk}`;
  },
};

// `--mode site` is `make site`: the page without a server.
export default defineConfig(({ mode }) => ({
  base: mode === "site" ? "./" : "/",
  plugins: [bundledWorker, withoutPreloading, ...(mode === "site" ? [withoutServer()] : [])],
  define: { NETWORKS: JSON.stringify(Object.fromEntries(networks)), HAS_SERVER: JSON.stringify(mode !== "site") },
  build: {
    outDir: mode === "site" ? "../build/site" : "../src/gemgrove/server/site/built",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: false,
    cssCodeSplit: false,
    // Few files: what every page loads, the engine, which workers share, and what tables and reviews share.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "engine", test: /\/engine\/src\//, minShareCount: 2, priority: 3 },
            {
              name: "page",
              test: /\/node_modules\/|(?<!\/engine)\/src\/(?!engine\/)/,
              tags: ["$initial"],
              priority: 2,
            },
            { name: "table", minShareCount: 2, priority: 1 },
          ],
        },
      },
    },
  },
  server: { proxy: { "/api": { target: server, ws: true }, "/networks": server } },
  test: {
    include: ["tests/**/*.test.ts", "engine/tests/**/*.test.ts"],
    environment: "node",
    setupFiles: "tests/setup.ts",
  },
}));
