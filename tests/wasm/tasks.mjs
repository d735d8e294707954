// Reads the tasks of a test, and writes an answer to each: see node.py.
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [, , module, tasks] = process.argv;

export const { Engine, ...levels } = await import(pathToFileURL(module).href);
export const engine = await Engine.load();

export async function answer(work) {
  for await (const line of createInterface({ input: createReadStream(tasks) })) {
    console.log(JSON.stringify(await work(JSON.parse(line))));
  }
}
