import { t } from "../../texts";
import type { GameCover } from "../kind";
import { Logo } from "./logo";

export const cover: GameCover = {
  name: "arboretum",
  ...t.games.arboretum,
  Logo,
  load: () => import(".").then(({ arboretum }) => arboretum),
};
