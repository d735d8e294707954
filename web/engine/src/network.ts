/** Networks for the search, from model files: see src/gemgrove/agents/search_network.py. */

import { type Core, EngineError, Owned } from "./core.js";

const KIND = "search network";
const VERSION = 1;
const HEADS = ["value", "policy_state", "policy_action", "policy"] as const;
const MOST_LAYERS = 16;
const MOST_UNITS = 4096;
const SIZES = { I16: 2, I32: 4 } as const;
const LENGTH_BYTES = 8;

interface Description {
  kind: string;
  version: number;
  game: string;
  players: number;
  inputs_version: number;
  layers: { name: string; inputs: number; units: number; shift: number }[];
}

interface Tensor {
  dtype: string;
  shape: number[];
  data_offsets: [number, number];
}

export class Network extends Owned {
  readonly game: string;
  readonly players: number;
  readonly inputsVersion: number;

  /** Reads the bytes of a model file in the safetensors format. */
  constructor(core: Core, bytes: Uint8Array) {
    const file = new TensorFile(bytes);
    const { game, players, inputs_version } = file.description;
    super(
      core,
      core.call((exports) => exports.network_new(players)),
      (handle) => core.call((exports) => exports.network_free(handle)),
    );
    this.game = game;
    this.players = players;
    this.inputsVersion = inputs_version;
    try {
      for (const layer of file.layers()) {
        core.writeBytes(layer.bias, layer.weight);
        core.call((exports) =>
          exports.network_add_layer(this.handle, layer.kind, layer.inputs, layer.units, layer.shift),
        );
      }
      core.call((exports) => exports.network_check(this.handle));
    } catch (error) {
      this.free();
      throw error;
    }
  }
}

/** A file of tensors with a description, read within limits. */
class TensorFile {
  readonly description: Description;
  readonly #tensors: Readonly<Record<string, Tensor>>;
  readonly #data: Uint8Array;

  constructor(bytes: Uint8Array) {
    const header = headerOf(bytes);
    this.#tensors = header.tensors;
    this.#data = bytes.subarray(header.end);
    this.description = checkedDescription(header.metadata);
  }

  /** The layers, the trunk's in their order. */
  *layers() {
    const { layers } = this.description;
    const trunk = Array.from({ length: layers.length - HEADS.length }, (_, place) => `trunk.${place}`);
    const names = [...trunk, ...HEADS];
    if (!trunk.length || layers.length > MOST_LAYERS) {
      throw new EngineError(`The network has ${layers.length} layers; it can have 5 to ${MOST_LAYERS}.`);
    }
    for (const name of names) {
      const layer = layers.find((each) => each.name === name);
      if (!layer) throw new EngineError(`The network has no layer ${name}.`);
      const { inputs, units, shift } = layer;
      for (const size of [inputs, units]) checkWhole(size, 1, MOST_UNITS, `${name}: its size`);
      checkWhole(shift, 0, 24, `${name}: its shift`);
      yield {
        kind: 1 + HEADS.indexOf(name as (typeof HEADS)[number]),
        inputs,
        units,
        shift,
        bias: this.#tensor(`${name}.bias`, "I32", [units]),
        weight: this.#tensor(`${name}.weight`, "I16", [units, inputs]),
      };
    }
  }

  #tensor(name: string, type: keyof typeof SIZES, shape: readonly number[]): Uint8Array {
    const tensor = this.#tensors[name];
    if (!tensor) throw new EngineError(`The network's file has no tensor ${name}.`);
    const size = shape.reduce((product, length) => product * length, SIZES[type]);
    const [begin, end] = tensor.data_offsets;
    if (tensor.dtype !== type || String(tensor.shape) !== String(shape) || end - begin !== size) {
      throw new EngineError(`${name} must have the type ${type} and the shape ${shape.join(" × ")}.`);
    }
    if (!(begin >= 0 && end <= this.#data.length)) throw new EngineError(`${name} is cut off: the file is too short.`);
    return this.#data.subarray(begin, end);
  }
}

function headerOf(bytes: Uint8Array) {
  const broken = "These bytes are not a network: they are not in the safetensors format.";
  if (bytes.length < LENGTH_BYTES) throw new EngineError(broken);
  const length = Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, true));
  const end = LENGTH_BYTES + length;
  if (end > bytes.length) throw new EngineError(broken);
  const header = parsed(new TextDecoder().decode(bytes.subarray(LENGTH_BYTES, end)), broken);
  if (!isObject(header)) throw new EngineError(broken);
  const { __metadata__: metadata, ...tensors } = header;
  if (!Object.values(tensors).every(isTensor)) throw new EngineError(broken);
  return { metadata, tensors: tensors as Record<string, Tensor>, end };
}

function checkedDescription(metadata: unknown): Description {
  const missing = "The file is not a network for the search: it has no description of one.";
  const text = isObject(metadata) ? metadata.gemgrove : undefined;
  const found = typeof text === "string" ? parsed(text, missing) : undefined;
  if (!isObject(found) || found.kind !== KIND || !Array.isArray(found.layers)) throw new EngineError(missing);
  if (found.version !== VERSION) {
    throw new EngineError(`The network's file has version ${found.version}; this program reads version ${VERSION}.`);
  }
  if (typeof found.game !== "string" || !found.layers.every(isObject)) throw new EngineError(missing);
  checkWhole(found.players, 1, 16, "The network's number of players");
  checkWhole(found.inputs_version, 0, 1e9, "The version of the network's inputs");
  return found as unknown as Description;
}

function checkWhole(value: unknown, least: number, most: number, what: string): void {
  if (!Number.isInteger(value) || (value as number) < least || (value as number) > most) {
    throw new EngineError(`${what} is ${JSON.stringify(value)}; it must be ${least} to ${most}.`);
  }
}

function parsed(text: string, otherwise: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new EngineError(otherwise, { cause: error });
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isTensor(value: unknown): value is Tensor {
  if (!isObject(value) || typeof value.dtype !== "string" || !Array.isArray(value.shape)) return false;
  const offsets = value.data_offsets;
  return Array.isArray(offsets) && offsets.length === 2 && offsets.every(Number.isInteger);
}
