import { common } from "./common";
import { games } from "./games";
import { lobby } from "./lobby";
import { review } from "./review";
import { table } from "./table";

export const en = { common, games, lobby, review, table };
