/** The texts of Splendor, which are loaded with its first table. */

export { splendor as splendorTexts } from "./en/splendor";
