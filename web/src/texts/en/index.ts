import { arboretum } from "./arboretum";
import { common } from "./common";
import { lobby } from "./lobby";
import { review } from "./review";
import { splendor } from "./splendor";
import { table } from "./table";

export const en = { arboretum, common, lobby, review, splendor, table };
