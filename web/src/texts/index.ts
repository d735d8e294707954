/** Every text that people read is in `en/`, one file for each part of the page.
 *
 * A translation is another object of the type `Texts`.
 */

import { en } from "./en";

export type Texts = typeof en;

export const t: Texts = en;
