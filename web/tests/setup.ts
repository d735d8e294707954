/** Loads the engine from disk, and the games, before every file of tests. */

import { readFileSync } from "node:fs";
import { loadEngine } from "../src/engine/engine";
import { GAMES, loadGame } from "../src/games";

await loadEngine(readFileSync(new URL("../engine/dist/gemgrove.wasm", import.meta.url)));
for (const { name } of GAMES) await loadGame(name);
