/** The WebAssembly module: its functions (native/wasm/exports.cpp), its memory, its errors. */

/** What the engine refuses, with a sentence that says why. */
export class EngineError extends Error {
  override name = "EngineError";
}

/** The address of an object in the module's memory. */
export type Handle = number;

interface Exports {
  memory: WebAssembly.Memory;
  __stack_pointer: WebAssembly.Global;
  _initialize(): void;
  input(size: number): number;
  integers(): number;
  reals(): number;
  bytes(): number;
  deal_words(part: number, count: number): number;
  rules_new(game: number, size: number): Handle;
  rules_free(rules: Handle): void;
  rules_sizes(rules: Handle): number;
  rules_playouts(rules: Handle, games: number, seed: bigint): number;
  game_deal(rules: Handle): Handle;
  game_from_record(rules: Handle, size: number, redacted: number, seat: number): Handle;
  game_free(game: Handle): void;
  game_copy(game: Handle): Handle;
  game_view(game: Handle, seat: number): Handle;
  game_sample(game: Handle, seed: bigint): Handle;
  game_record(game: Handle): number;
  game_state(game: Handle): number;
  game_to_move(game: Handle): number;
  game_over(game: Handle): number;
  game_ending(game: Handle): number;
  game_scores(game: Handle): number;
  game_places(game: Handle): number;
  game_winners(game: Handle): number;
  game_score_details(game: Handle, seat: number): number;
  game_legal_actions(game: Handle): number;
  game_is_legal(game: Handle, action: number): number;
  game_reason(game: Handle, action: number): number;
  game_play(game: Handle, action: number): void;
  game_follow(game: Handle, actions: number, cards: number): void;
  game_skip(game: Handle): number;
  game_undo(game: Handle): number;
  game_history(game: Handle): number;
  game_observe(game: Handle, seat: number): number;
  game_action_scores(game: Handle): number;
  game_evaluate(game: Handle, seat: number): number;
  network_new(players: number): Handle;
  network_add_layer(network: Handle, kind: number, inputs: number, units: number, shift: number): void;
  network_check(network: Handle): void;
  network_free(network: Handle): void;
  search_new(rules: Handle, network: Handle, seed: bigint): Handle;
  search_free(search: Handle): void;
  search_set_position(search: Handle, game: Handle): number;
  search_begin(search: Handle, iterations: number, seconds: number): void;
  search_run(search: Handle, milliseconds: number, only: number): number;
  search_iterations(search: Handle): number;
  search_result(search: Handle): number;
}

/** Where the module comes from: its bytes, its address, or the module itself. */
export type Source = BufferSource | URL | string | WebAssembly.Module;

const UTF8 = new TextDecoder();
/** A module of Node, which bundlers for browsers are not to look for. */
const FILES = "node:fs/promises";
const NANOSECONDS = 1_000_000;

export class Core {
  readonly #exports: Exports;

  private constructor(module: WebAssembly.Module) {
    const imports = {
      gemgrove: {
        fail: (address: number, length: number): never => {
          throw new EngineError(UTF8.decode(new Uint8Array(this.#exports.memory.buffer, address, length)));
        },
      },
      // The only part of WASI that the module uses.
      wasi_snapshot_preview1: {
        clock_time_get: (_clock: number, _precision: bigint, address: number): number => {
          const now = BigInt(Math.round(performance.now() * NANOSECONDS));
          new DataView(this.#exports.memory.buffer).setBigUint64(address, now, true);
          return 0;
        },
      },
    };
    this.#exports = new WebAssembly.Instance(module, imports).exports as unknown as Exports;
    this.#exports._initialize();
  }

  static async load(source: Source): Promise<Core> {
    return new Core(await compile(source));
  }

  /** Bytes of memory that the module has taken so far. */
  get memory(): number {
    return this.#exports.memory.buffer.byteLength;
  }

  /** Calls exported functions. If one fails, the stack is put back to where it was. */
  call<Result>(work: (exports: Exports) => Result): Result {
    const stack = this.#exports.__stack_pointer;
    const top: unknown = stack.value;
    try {
      return work(this.#exports);
    } catch (error) {
      stack.value = top;
      if (!(error instanceof WebAssembly.RuntimeError)) throw error;
      throw new EngineError(`The engine has stopped: ${error.message}.`, { cause: error });
    }
  }

  /** Calls a function that returns a list of whole numbers. */
  integers(work: (exports: Exports) => number): number[] {
    const count = this.call(work);
    return [...new Int32Array(this.#exports.memory.buffer, this.#exports.integers(), count)];
  }

  /** Calls a function that returns a list of numbers. */
  reals(work: (exports: Exports) => number): number[] {
    const count = this.call(work);
    return [...new Float64Array(this.#exports.memory.buffer, this.#exports.reals(), count)];
  }

  /** Calls a function that returns bytes. */
  bytes(work: (exports: Exports) => number): Uint8Array {
    const count = this.call(work);
    return new Uint8Array(this.#exports.memory.buffer, this.#exports.bytes(), count).slice();
  }

  writeIntegers(numbers: readonly number[]): void {
    const at = this.call((exports) => exports.input(4 * numbers.length));
    new Int32Array(this.#exports.memory.buffer, at, numbers.length).set(numbers);
  }

  writeReals(numbers: readonly number[]): void {
    const at = this.call((exports) => exports.input(8 * numbers.length));
    new Float64Array(this.#exports.memory.buffer, at, numbers.length).set(numbers);
  }

  /** Writes pieces one after another. */
  writeBytes(...pieces: readonly Uint8Array[]): void {
    const size = pieces.reduce((sum, piece) => sum + piece.length, 0);
    let at = this.call((exports) => exports.input(size));
    for (const piece of pieces) {
      new Uint8Array(this.#exports.memory.buffer, at, piece.length).set(piece);
      at += piece.length;
    }
  }
}

/** An object in the module's memory, freed by `free` or, at the latest, with its owner. */
export class Owned {
  readonly core: Core;
  readonly #free: (handle: Handle) => void;
  #handle: Handle;

  constructor(core: Core, handle: Handle, free: (handle: Handle) => void) {
    this.core = core;
    this.#handle = handle;
    this.#free = free;
    abandoned.register(this, () => free(handle), this);
  }

  get handle(): Handle {
    if (!this.#handle) throw new EngineError("This object has been freed.");
    return this.#handle;
  }

  free(): void {
    if (!this.#handle) return;
    abandoned.unregister(this);
    this.#free(this.#handle);
    this.#handle = 0;
  }
}

const abandoned = new FinalizationRegistry((free: () => void) => free());

async function compile(source: Source): Promise<WebAssembly.Module> {
  if (typeof WebAssembly === "undefined") throw new EngineError("The engine needs WebAssembly, which is missing here.");
  if (source instanceof WebAssembly.Module) return source;
  if (typeof source !== "string" && !(source instanceof URL)) return await compiled(source as BufferSource);
  const address = new URL(source, import.meta.url);
  if (address.protocol === "file:") {
    const { readFile } = await import(/* @vite-ignore */ FILES);
    return await compiled(await readFile(address));
  }
  const answer = await fetch(address);
  if (!answer.ok) throw new EngineError(`The engine could not be loaded: ${address} answered ${answer.status}.`);
  return await compiled(answer);
}

async function compiled(source: BufferSource | Response): Promise<WebAssembly.Module> {
  try {
    // Compiles while it loads, if the server says what it sends.
    if (!(source instanceof Response)) return await WebAssembly.compile(source);
    if (source.headers.get("Content-Type") === "application/wasm") return await WebAssembly.compileStreaming(source);
    return await WebAssembly.compile(await source.arrayBuffer());
  } catch (error) {
    throw new EngineError("The engine needs WebAssembly with SIMD instructions, or its file is broken.", {
      cause: error,
    });
  }
}
