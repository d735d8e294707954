/** Deals: see src/gemgrove/deal.py, which specifies them. */

import { type Core, EngineError } from "./core.js";

const SYMBOLS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const SYMBOL_BITS = 5;
/** The symbols of each group of an id. */
const GROUPS = [4, 4, 4, 3] as const;
const LENGTH = 15;
const BITS = BigInt(LENGTH * SYMBOL_BITS);
const KEY_BYTES = 32;
const PARTS = 5;
const SEEDS = 1n << 64n;
const SEALED = /^sealed:([0-9a-f]{64})$/i;

/** An open deal, 75 bits written as an id such as `ABCD-EFGH-JKMN-PQR`, or a sealed one that has been opened, 256 bits. */
export class Deal {
  readonly value: bigint;
  readonly sealed: boolean;

  constructor(value: bigint, { sealed = false } = {}) {
    const bits = sealed ? BigInt(8 * KEY_BYTES) : BITS;
    if (value < 0n || value >= 1n << bits) throw new EngineError(`The value of such a deal is 0 to 2**${bits} - 1.`);
    this.value = value;
    this.sealed = sealed;
  }

  static random(): Deal {
    const [low, middle, high] = crypto.getRandomValues(new Uint32Array(3));
    return new Deal(joined([low!, middle!, high!]));
  }

  /** Reads an id, or `sealed:` and a key. In an id case and hyphens do not matter; O is read as 0, I and L as 1. */
  static parse(id: string): Deal {
    const key = SEALED.exec(id.trim())?.[1];
    if (key !== undefined) return new Deal(BigInt(`0x${key}`), { sealed: true });
    const symbols = id.trim().toUpperCase().replaceAll("-", "").replaceAll("O", "0").replaceAll(/[IL]/g, "1");
    if (symbols.length !== LENGTH || [...symbols].some((symbol) => !SYMBOLS.includes(symbol))) {
      throw new EngineError(`${JSON.stringify(id)} is not a deal's id; an id is such as ABCD-EFGH-JKMN-PQR.`);
    }
    return new Deal([...symbols].reduce((value, symbol) => value * 32n + BigInt(SYMBOLS.indexOf(symbol)), 0n));
  }

  get id(): string {
    if (this.sealed) return `sealed:${this.value.toString(16).padStart(2 * KEY_BYTES, "0")}`;
    const written = (value: bigint, length: number) =>
      Array.from({ length }, (_, place) => SYMBOLS[Number((value >> BigInt(SYMBOL_BITS * place)) & 31n)])
        .reverse()
        .join("");
    return this.#groups()
      .map((value, place) => written(value, GROUPS[place]!))
      .join("-");
  }

  /** The keys of the five parts. With `whole`, each comes from the whole id, for a single deck. */
  keys(whole: boolean): Uint8Array {
    const all = this.sealed ? this.#sealedKey() : key("gemgrove open deal 1", this.value, 12);
    const same = whole || this.sealed;
    const keys = same ? Array<Uint8Array>(PARTS).fill(all) : [...this.#groups().map(groupKey), all];
    const joinedKeys = new Uint8Array(PARTS * KEY_BYTES);
    keys.forEach((each, part) => {
      joinedKeys.set(each, part * KEY_BYTES);
    });
    return joinedKeys;
  }

  #sealedKey(): Uint8Array {
    return Uint8Array.from({ length: KEY_BYTES }, (_, place) =>
      Number((this.value >> BigInt(8 * (KEY_BYTES - 1 - place))) & 255n),
    );
  }

  #groups(): bigint[] {
    let rest = this.value;
    return GROUPS.toReversed()
      .map((length) => {
        const bits = BigInt(length * SYMBOL_BITS);
        const value = rest & ((1n << bits) - 1n);
        rest >>= bits;
        return value;
      })
      .reverse();
  }
}

/** The deal of a seed, the same as Python's `Deal.from_seed`. */
export function dealOfSeed(core: Core, seed: number | bigint): Deal {
  core.writeBytes(key("gemgrove seed 1", checkedSeed(seed), 8));
  return new Deal(joined(core.integers((exports) => exports.deal_words(0, 3))));
}

/** A seed as 64 bits. */
export function checkedSeed(seed: number | bigint): bigint {
  const whole = typeof seed === "bigint" || Number.isSafeInteger(seed);
  const value = whole ? BigInt(seed) : -1n;
  if (value < 0n || value >= SEEDS) {
    throw new EngineError(`The seed is ${seed}; it must be a whole number from 0 to 2**64 - 1.`);
  }
  return value;
}

function groupKey(value: bigint): Uint8Array {
  return key("gemgrove open deal 1", value, 8);
}

/** The domain first, the number in the last bytes, little-endian. */
function key(domain: string, value: bigint, width: number): Uint8Array {
  const bytes = new Uint8Array(KEY_BYTES);
  bytes.set(new TextEncoder().encode(domain));
  for (let i = 0; i < width; ++i) bytes[KEY_BYTES - width + i] = Number((value >> BigInt(8 * i)) & 255n);
  return bytes;
}

/** 75 bits of three words, the first one lowest. */
function joined(words: readonly number[]): bigint {
  const value = words.reduceRight((sum, word) => (sum << 32n) | BigInt(word >>> 0), 0n);
  return value & ((1n << BITS) - 1n);
}
