// Measures a rate of the engine: the best of several short runs, as benchmarks/figures.py does.
import { readFileSync } from "node:fs";

const REPEATS = 5;
const MILLISECONDS = 400;
const ITERATIONS = 4000;

const { Engine } = await import(process.argv[2]);
const { name, what, games, network } = JSON.parse(process.argv[3]);
const engine = await Engine.load();
const game = engine.newGame(name, { seed: 1 });
const read = network ? engine.network(readFileSync(network)) : null;

function search() {
  const found = engine.newSearch({ seed: 1, network: read });
  const { iterations } = found.run(game, { iterations: ITERATIONS });
  found.free();
  return iterations;
}

const work = what === "playouts" ? () => game.variant.playouts(games, 1) : search;

function rate() {
  let done = 0;
  let elapsed = 0;
  for (const start = performance.now(); elapsed < MILLISECONDS; elapsed = performance.now() - start) done += work();
  return (1000 * done) / elapsed;
}

console.log(Math.max(...Array.from({ length: REPEATS }, rate)));
