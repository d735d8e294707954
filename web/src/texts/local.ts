/** The texts of the page without a server, apart from the others: only `make site` needs them. */

export { local } from "./en/local";
