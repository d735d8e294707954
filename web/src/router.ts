/** Which page is shown: what the address says.
 *
 * A link is an `<a href>`; a click on one of this page's own is followed without loading anew. The
 * code of a table by invitation comes after the `#`, which browsers do not send; it is remembered,
 * so that the table can be opened again without it.
 */

import { computed, signal, type ReadonlySignal } from "@preact/signals";
import { readKept, writeKept } from "./ui/keeping";

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

const PLAIN = ["leaders", "mine", "finished", "about"] as const;

/** What an address means, without what is remembered. */
export function parse(path: string, hash = ""): Route {
  const [first = "", second = "", ...rest] = path.split("/").filter(Boolean).map(decoded);
  const said = new URLSearchParams(hash.replace(/^#/, ""));
  const invite = said.get("invite");
  const plain = PLAIN.find((page) => page === first);
  if (rest.length === 0) {
    if (!first) return { page: "home" };
    if (plain && !second) return { page: plain };
    if (first === "games" && second) return { page: "rules", game: second };
    if (first === "table" && second) return { page: "table", id: second, invite };
    if (first === "review" && second) {
      const at = said.get("at") ?? "";
      return { page: "review", id: second, invite, at: /^\d+$/.test(at) ? Number(at) : null };
    }
  }
  return { page: "unknown", path };
}

/** The addresses of the pages. */
export const paths = {
  home: "/",
  leaders: "/leaders",
  mine: "/mine",
  finished: "/finished",
  about: "/about",
  rules: (game: string) => `/games/${encodeURIComponent(game)}`,
  table: (id: string, invite: string | null = null) =>
    `/table/${encodeURIComponent(id)}${fragment({ invite })}`,
  review: (id: string, invite: string | null = null, at: number | null = null) =>
    `/review/${encodeURIComponent(id)}${fragment({ invite, at })}`,
};

/** An address of this page as others can open it. */
export function absolute(path: string): string {
  return new URL(path, location.href).href;
}

const INVITES = "gemgrove.invites";
const MOST_INVITES = 100;

/** The code with which a table was opened before. */
export function rememberedInvite(table: string): string | null {
  return readKept<Record<string, string>>(INVITES, {})[table] ?? null;
}

export function rememberInvite(table: string, invite: string): void {
  const { [table]: _, ...others } = readKept<Record<string, string>>(INVITES, {});
  const newest = [...Object.entries(others), [table, invite]].slice(-MOST_INVITES);
  writeKept(INVITES, Object.fromEntries(newest));
}

function here(): Route {
  if (!globalThis.location) return { page: "home" };
  const found = parse(location.pathname, location.hash);
  if (found.page !== "table" && found.page !== "review") return found;
  if (found.invite === null) return { ...found, invite: rememberedInvite(found.id) };
  rememberInvite(found.id, found.invite);
  return found;
}

const current = signal<Route>(here());

/** The page that is shown. */
export const route: ReadonlySignal<Route> = current;

/** The same for addresses that differ only in where on the page one is. */
export const pageKey: ReadonlySignal<string> = computed(() => keyOf(current.value));

export function keyOf(shown: Route): string {
  const which = "id" in shown ? shown.id : "game" in shown ? shown.game : "path" in shown ? shown.path : "";
  return `${shown.page} ${which}`;
}

/** Show another page; with `replace` going back does not come here again. */
export function go(path: string, { replace = false }: { replace?: boolean } = {}): void {
  if (replace) history.replaceState(null, "", path);
  else history.pushState(null, "", path);
  const before = pageKey.value;
  current.value = here();
  // Going back is the browser's own business: it knows where on the page one was.
  if (pageKey.value !== before) scrollTo(0, 0);
}

/** Follow links and the browser's buttons. */
export function startRouter(): void {
  addEventListener("popstate", () => (current.value = here()));
  document.addEventListener("click", (event) => {
    const link = (event.target as Element | null)?.closest?.("a");
    if (!link || event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    if (link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
    const { pathname, search, hash } = link;
    // A place on the same page is the browser's own business.
    if (pathname === location.pathname && hash && !hash.includes("=")) return;
    if (/^\/(api|health|ready|metrics)(\/|$)/.test(pathname)) return;
    event.preventDefault();
    go(pathname + search + hash, { replace: link.href === location.href });
  });
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function fragment(said: Record<string, string | number | null>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(said)) if (value !== null) search.set(name, String(value));
  const text = search.toString();
  return text && `#${text}`;
}
