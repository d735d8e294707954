// Searches positions.
import { readFileSync } from "node:fs";
import { answer, engine } from "./tasks.mjs";

await answer(({ name, rules, players, seed, actions, options, iterations, network }) => {
  const game = engine.newGame(name, { rules, players, seed });
  const read = network ? engine.network(readFileSync(network)) : null;
  const search = engine.newSearch({ ...options, network: read });
  const results = [];
  for (const action of [...actions, null]) {
    const view = game.view(game.toMove);
    // Slices of no time: one iteration each.
    search.begin(view, { iterations });
    while (!search.step(results.length ? 1000 : 0));
    results.push(search.result());
    view.free();
    if (action !== null) game.play(action);
  }
  search.free();
  read?.free();
  game.free();
  return results;
});
