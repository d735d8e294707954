/** The texts of Arboretum, which are loaded with its first table. */

export { arboretum as arboretumTexts } from "./en/arboretum";
