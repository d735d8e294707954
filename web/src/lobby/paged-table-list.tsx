/** A list of tables with a button to show more. */

import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { TablePage, TablesQuery } from "../server/api";
import type { ListedTable } from "../server/types";
import { t } from "../texts";
import { Loaded, toastError, useLoaded } from "../ui";
import { TableList } from "./table-list";

const PAGE = 20;

/** The query for the page after `next`. */
export function pageAfter(next: string | null): TablesQuery {
  return next === null ? { limit: PAGE } : { limit: PAGE, before: next };
}

export interface PagedTableListProps {
  label: string;
  /** Loads the page after `before`, or the first one. */
  load: (before: string | null) => Promise<TablePage>;
  /** The list starts over when one of these changes. */
  about: readonly unknown[];
  /** Shown if the list is empty. */
  children: ComponentChildren;
}

export function PagedTableList({ label, load, about, children }: PagedTableListProps) {
  const first = useLoaded(() => load(null), about);
  const [more, setMore] = useState<{ tables: ListedTable[]; next: string | null } | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => setMore(null), [first.value]);
  const next = more ? more.next : (first.value?.next ?? null);
  const goOn = () => {
    setBusy(true);
    load(next)
      .then((page) => setMore({ tables: [...(more?.tables ?? []), ...page.tables], next: page.next }))
      .catch(toastError)
      .finally(() => setBusy(false));
  };
  return (
    <Loaded of={first}>
      {(page) =>
        page.tables.length === 0 ? (
          children
        ) : (
          <>
            <TableList tables={[...page.tables, ...(more?.tables ?? [])]} label={label} />
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
