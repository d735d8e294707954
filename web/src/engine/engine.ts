/** The engine, loaded once for the page. */

import address from "../../engine/dist/gemgrove.wasm?url";
import type { Source } from "../../engine/src/core";
import { Positions } from "../../engine/src/positions";

/** A module with one SIMD instruction, which any browser that can run the engine accepts. */
const SIMD_MODULE = new Uint8Array([
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0], // the header
  ...[1, 5, 1, 0x60, 0, 1, 0x7b], // the type of a function that returns a v128
  ...[3, 2, 1, 0], // a function of that type
  ...[10, 8, 1, 6, 0, 0x41, 0, 0xfd, 0x0f, 0x0b], // its code: i32.const 0, i8x16.splat
]);

/** Whether this browser can run the engine. */
export function canRunEngine(): boolean {
  return typeof WebAssembly === "object" && WebAssembly.validate(SIMD_MODULE);
}

let loaded: Positions | null = null;
let loading: Promise<Positions> | null = null;

/** Loads the engine unless that has been done; after a failure, it is tried again. */
export function loadEngine(source: Source = address): Promise<Positions> {
  loading ??= Positions.load(source).then(
    (engine) => {
      loaded = engine;
      return engine;
    },
    (error: unknown) => {
      loading = null;
      throw error;
    },
  );
  return loading;
}

/** The engine. Whatever shows a table has waited for `loadEngine`. */
export function engine(): Positions {
  if (!loaded) throw new Error("The engine has not been loaded yet.");
  return loaded;
}
