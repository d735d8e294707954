/** A list of tables that goes on with each "more". */

import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { TablesPage, TablesQuery } from "../server/api";
import type { ListedTable } from "../server/types";
import { t } from "../texts";
import { Loaded, toastProblem, useLoaded } from "../ui";
import { Tables } from "./tables";

const PAGE = 20;

/** How to ask for the page after that one. */
export function pageAfter(next: string | null): TablesQuery {
  return next === null ? { limit: PAGE } : { limit: PAGE, before: next };
}

export interface PagedProps {
  label: string;
  /** The page after that one, or the first. */
  load: (before: string | null) => Promise<TablesPage>;
  /** Begin anew when one of these changes. */
  about: readonly unknown[];
  /** What is shown where there is nothing. */
  children: ComponentChildren;
}

export function Paged({ label, load, about, children }: PagedProps) {
  const first = useLoaded(() => load(null), about);
  const [more, setMore] = useState<{ tables: ListedTable[]; next: string | null } | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => setMore(null), [first.value]);
  const next = more ? more.next : (first.value?.next ?? null);
  const goOn = () => {
    setBusy(true);
    load(next)
      .then((page) => setMore({ tables: [...(more?.tables ?? []), ...page.tables], next: page.next }))
      .catch(toastProblem)
      .finally(() => setBusy(false));
  };
  return (
    <Loaded of={first}>
      {(page) =>
        page.tables.length === 0 ? (
          children
        ) : (
          <>
            <Tables tables={[...page.tables, ...(more?.tables ?? [])]} label={label} />
            {next !== null && (
              <button type="button" class="button lb-more" aria-disabled={busy} onClick={() => !busy && goOn()}>
                {t.lobby.more}
              </button>
            )}
          </>
        )
      }
    </Loaded>
  );
}
