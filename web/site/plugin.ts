/** Builds the page without a server: static files that work offline, at any address. */

import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const NETWORKS = path("../../src/gemgrove/agents/networks/");
/** The modules that talk to the server, each of which has a counterpart in src/local/. */
const SERVER_MODULE = /\/server\/(api|live|identity)$/;
/** As in src/gemgrove/server/site/files.py, as far as a page itself can say it. */
const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
  "connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'";

export function withoutServer(): Plugin {
  return {
    name: "without-server",
    enforce: "pre",
    resolveId(source, importer) {
      const [, name] = SERVER_MODULE.exec(source) ?? [];
      return name && !importer?.includes("/src/local/") ? path(`../src/local/${name}.ts`) : null;
    },
    transformIndexHtml: () => [
      {
        tag: "meta",
        attrs: { "http-equiv": "Content-Security-Policy", content: POLICY },
        injectTo: "head-prepend",
      },
      { tag: "link", attrs: { rel: "manifest", href: "./manifest.webmanifest" }, injectTo: "head" },
    ],
    generateBundle: {
      // The styles come last.
      order: "post",
      handler(_options, bundle) {
        const files = new Map<string, string | Uint8Array>();
        for (const [name, file] of Object.entries(bundle))
          files.set(name, file.type === "chunk" ? file.code : file.source);
        const copy = (name: string, from: string) => {
          files.set(name, readFileSync(from));
          this.emitFile({ type: "asset", fileName: name, source: readFileSync(from) });
        };
        copy("manifest.webmanifest", path("manifest.webmanifest"));
        for (const name of readdirSync(NETWORKS).filter((file) => file.endsWith(".safetensors"))) {
          copy(`networks/${name}`, NETWORKS + name);
        }
        for (const name of readdirSync(path("../public/"))) files.set(name, readFileSync(path(`../public/${name}`)));
        const hash = createHash("sha256");
        for (const [name, contents] of files) hash.update(name).update(contents);
        const names = [...files.keys()].filter((name) => name !== "index.html");
        const source = [
          `const VERSION = "${hash.digest("hex").slice(0, 16)}";`,
          `const FILES = ${JSON.stringify(names)};`,
          readFileSync(path("service-worker.js"), "utf8"),
        ].join("\n");
        this.emitFile({ type: "asset", fileName: "service-worker.js", source });
      },
    },
  };
}
