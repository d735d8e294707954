/** Loads the engine from disk, before every file of tests. */

import { readFileSync } from "node:fs";
import { loadEngine } from "../src/engine/engine";

await loadEngine(readFileSync(new URL("../engine/dist/gemgrove.wasm", import.meta.url)));
