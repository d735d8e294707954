/** The frame of pages about a table, with what is shown until the table is loaded. */

import type { ComponentChildren } from "preact";
import { kindOf } from "../games";
import type { GameKind } from "../games/kind";
import { paths } from "../router";
import { t } from "../texts";
import type { TableState } from "./state";
import type { TableStore } from "./store";

interface TableFrameProps {
  store: TableStore;
  title: string;
  /** Whether the page is about to be left. */
  leaving?: boolean;
  children: (state: TableState, kind: GameKind) => ComponentChildren;
}

export function TableFrame({ store, title, leaving = false, children }: TableFrameProps) {
  const state = store.state.value;
  const problem = store.problem.value;
  const kind = state ? kindOf(state.game) : undefined;
  return (
    <div class="tb-page">
      <h1 class="hidden-text" tabIndex={-1}>
        {title}
      </h1>
      {problem ? (
        <Unavailable text={problem.status === 404 ? t.table.missing : problem.detail} />
      ) : !state || leaving ? (
        <p class="tb-opening quiet" role="status">
          {store.retrying.value ? t.table.unreachable : t.table.loading}
        </p>
      ) : kind ? (
        children(state, kind)
      ) : (
        <Unavailable text={t.table.unknownGame(state.game)} />
      )}
    </div>
  );
}

export function Unavailable({ text }: { text: string }) {
  return (
    <section class="panel tb-unavailable">
      <h2>{t.table.missingTitle}</h2>
      <p>{text}</p>
      <a class="button primary" href={paths.home}>
        {t.table.toHome}
      </a>
    </section>
  );
}
