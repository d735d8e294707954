/** Constants that vite.config.ts puts into the page. */

/** Whether the page has a server: `make site` builds one that needs none. */
declare const HAS_SERVER: boolean;
