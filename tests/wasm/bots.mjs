// Asks the bots of levels for their choices, and for the chances of their draws.
import { readFileSync } from "node:fs";
import { answer, engine, levels } from "./tasks.mjs";

const networks = new Map();

await answer(({ name, players, seed, actions, level, folder, botSeed }) => {
  const game = engine.newGame(name, { players, seed });
  for (const action of actions) game.play(action);
  const settings = levels.levelSettings(level, game.variant);
  if (settings.network && !networks.has(settings.network)) {
    networks.set(settings.network, engine.network(readFileSync(`${folder}/${settings.network}.safetensors`)));
  }
  const network = settings.network && networks.get(settings.network);
  const bot = new levels.Bot(engine, settings, { network, seed: botSeed });
  const view = game.view(game.toMove);
  const found = { settings, action: bot.choose(view), chances: [...bot.chances(view)] };
  for (const each of [bot, view, game]) each.free();
  return found;
});
