/** All user-facing texts: `en/` contains one file for each part of the page.
 *
 * A translation is another object of type `Texts`.
 */

import { en } from "./en";

export type Texts = typeof en;

export const t: Texts = en;
