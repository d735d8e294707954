import { t } from "../../texts";
import type { GameCover } from "../kind";
import { Logo } from "./logo";

export const cover: GameCover = {
  name: "splendor",
  ...t.games.splendor,
  Logo,
  load: () => import(".").then(({ splendor }) => splendor),
};
