/** Records: positions and rules as flat lists of whole numbers, as in native/wasm/record.h. */

import { EngineError } from "./core.js";

/** How a value is read from a record. */
export interface Readable<Value> {
  read(next: () => number): Value;
}

/** How a value is written into a record, and read from it. */
export interface Field<Value> extends Readable<Value> {
  write(value: Value, record: number[]): void;
}

export type ValueOf<F> = F extends Readable<infer Value> ? Value : never;

/** The names of a group's fields are in the order of the record. */
type Fields = Readonly<Record<string, Field<unknown>>>;
type GroupOf<F extends Fields> = { [Name in keyof F]: ValueOf<F[Name]> };

export const number: Field<number> = {
  read: (next) => next(),
  write(value, record) {
    if (!Number.isInteger(value)) throw new EngineError(`${value} is not a whole number.`);
    record.push(value);
  },
};

export const flag: Field<boolean> = {
  read: (next) => next() !== 0,
  write: (value, record) => void record.push(value ? 1 : 0),
};

export function choice<Name extends string>(names: readonly Name[]): Field<Name> {
  return {
    read: (next) => names[next()]!,
    write(name, record) {
      const place = names.indexOf(name);
      if (place < 0) throw new EngineError(`${JSON.stringify(name)} is none of ${names.join(", ")}.`);
      record.push(place);
    },
  };
}

export function list<Item>(item: Field<Item>): Field<Item[]> {
  return {
    read: (next) => Array.from({ length: next() }, () => item.read(next)),
    write(items, record) {
      record.push(items.length);
      for (const each of items) item.write(each, record);
    },
  };
}

/** A list of two values of different types. */
export function pair<First, Second>(first: Field<First>, second: Field<Second>): Field<[First, Second]> {
  return {
    read(next) {
      next();
      return [first.read(next), second.read(next)];
    },
    write(values, record) {
      record.push(2);
      first.write(values[0], record);
      second.write(values[1], record);
    },
  };
}

export function group<F extends Fields>(fields: F): Field<GroupOf<F>> {
  const entries = Object.entries(fields);
  return {
    read: (next) => Object.fromEntries(entries.map(([name, field]) => [name, field.read(next)])) as GroupOf<F>,
    write(values, record) {
      for (const [name, field] of entries) {
        if (values[name] === undefined) throw new EngineError(`${name} is missing.`);
        field.write(values[name], record);
      }
    },
  };
}

type Cases = Readonly<Record<string, Readonly<Record<string, Readable<unknown>>>>>;

/** The place of a code in their order, then the values that belong to it, in theirs. */
export function cases<C extends Cases>(
  byCode: C,
): Readable<{ [Code in keyof C]: { code: Code } & { [Name in keyof C[Code]]: ValueOf<C[Code][Name]> } }[keyof C]> {
  const codes = Object.keys(byCode);
  return {
    read(next) {
      const code = codes[next()]!;
      const values = Object.entries(byCode[code]!).map(([name, value]) => [name, value.read(next)]);
      return { code, ...Object.fromEntries(values) };
    },
  };
}

export function written<Value>(field: Field<Value>, value: Value): number[] {
  const record: number[] = [];
  field.write(value, record);
  return record;
}

export function read<Value>(field: Readable<Value>, record: readonly number[]): Value {
  let at = 0;
  return field.read(() => record[at++]!);
}
