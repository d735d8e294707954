/** The router: shows the page that the address names.
 *
 * Links are plain `<a href>`; clicks on internal ones are handled without a reload. A table's invite
 * code comes after the `#`, which browsers do not send; it is remembered, so that the table can be
 * opened again without it. Without a server, the whole address comes after the `#`, so that the page can
 * be at any path of any host.
 */

import { computed, type ReadonlySignal, signal } from "@preact/signals";
import { readStorage, writeStorage } from "./ui/storage";

export type Route =
  | { page: "home" }
  | { page: "table"; id: string; invite: string | null }
  | { page: "review"; id: string; invite: string | null; at: number | null }
  | { page: "rules"; game: string }
  | { page: "leaders" }
  | { page: "mine" }
  | { page: "finished" }
  | { page: "about" }
  | { page: "unknown"; path: string };

/** What all addresses begin with. */
const BASE = HAS_SERVER ? "" : "#";

const SIMPLE_PAGES = ["leaders", "mine", "finished", "about"] as const;

/** Parses an address, without the remembered invites. */
export function parse(path: string, hash = ""): Route {
  const [first = "", second = "", ...rest] = path.split("/").filter(Boolean).map(safeDecode);
  const params = new URLSearchParams(hash.replace(/^[#?]/, ""));
  const invite = params.get("invite");
  const simple = SIMPLE_PAGES.find((page) => page === first);
  if (rest.length === 0) {
    if (!first) return { page: "home" };
    if (simple && !second) return { page: simple };
    if (first === "games" && second) return { page: "rules", game: second };
    if (first === "table" && second) return { page: "table", id: second, invite };
    if (first === "review" && second) {
      const at = params.get("at") ?? "";
      return { page: "review", id: second, invite, at: /^\d+$/.test(at) ? Number(at) : null };
    }
  }
  return { page: "unknown", path };
}

/** The addresses of the pages. */
export const paths = {
  home: `${BASE}/`,
  leaders: `${BASE}/leaders`,
  mine: `${BASE}/mine`,
  finished: `${BASE}/finished`,
  about: `${BASE}/about`,
  rules: (game: string) => `${BASE}/games/${encodeURIComponent(game)}`,
  table: (id: string, invite: string | null = null) => `${BASE}/table/${encodeURIComponent(id)}${fragment({ invite })}`,
  review: (id: string, invite: string | null = null, at: number | null = null) =>
    `${BASE}/review/${encodeURIComponent(id)}${fragment({ invite, at })}`,
};

/** The full address, for sharing. */
export function absoluteUrl(path: string): string {
  return new URL(path, location.href).href;
}

const INVITES = "gemgrove.invites";
const MOST_INVITES = 100;

/** The invite code a table was opened with before. */
export function rememberedInvite(table: string): string | null {
  return readStorage<Record<string, string>>(INVITES, {})[table] ?? null;
}

export function rememberInvite(table: string, invite: string): void {
  const { [table]: _, ...others } = readStorage<Record<string, string>>(INVITES, {});
  const newest = [...Object.entries(others), [table, invite]].slice(-MOST_INVITES);
  writeStorage(INVITES, Object.fromEntries(newest));
}

function currentRoute(): Route {
  if (!globalThis.location) return { page: "home" };
  const [path, params] = HAS_SERVER ? [location.pathname, location.hash] : location.hash.slice(1).split("?");
  const found = parse(path ?? "", params);
  if (found.page !== "table" && found.page !== "review") return found;
  if (found.invite === null) return { ...found, invite: rememberedInvite(found.id) };
  rememberInvite(found.id, found.invite);
  return found;
}

const current = signal<Route>(currentRoute());

/** The current route. */
export const route: ReadonlySignal<Route> = current;

/** Equal for addresses that differ only in the position on the page. */
export const pageKey: ReadonlySignal<string> = computed(() => keyOf(current.value));

export function keyOf(shown: Route): string {
  const which = "id" in shown ? shown.id : "game" in shown ? shown.game : "path" in shown ? shown.path : "";
  return `${shown.page} ${which}`;
}

/** Opens a page; with `replace`, the current one leaves the history. */
export function go(path: string, { replace = false }: { replace?: boolean } = {}): void {
  if (replace) history.replaceState(null, "", path);
  else history.pushState(null, "", path);
  const before = pageKey.value;
  current.value = currentRoute();
  // The browser restores the scroll position itself when going back.
  if (pageKey.value !== before) scrollTo(0, 0);
}

/** Handles links and the browser's back and forward buttons. */
export function startRouter(): void {
  addEventListener("popstate", () => (current.value = currentRoute()));
  document.addEventListener("click", (event) => {
    const link = (event.target as Element | null)?.closest?.("a");
    if (!link || event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    if (link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
    const { pathname, search, hash } = link;
    // The browser handles anchors on the same page.
    const own = HAS_SERVER ? hash.includes("=") : hash.startsWith("#/");
    if (pathname === location.pathname && hash && !own) return;
    if (/^\/(api|health|ready|metrics)(\/|$)/.test(pathname)) return;
    event.preventDefault();
    go(pathname + search + hash, { replace: link.href === location.href });
  });
}

function safeDecode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function fragment(params: Record<string, string | number | null>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) if (value !== null) search.set(name, String(value));
  const text = search.toString();
  return text && (HAS_SERVER ? `#${text}` : `?${text}`);
}
