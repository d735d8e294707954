/** The signed-in player's games. */

import { paths } from "../router";
import * as api from "../server/api";
import { identity } from "../server/identity";
import { t } from "../texts";
import { useTitle } from "../ui";
import { PagedTableList, pageAfter } from "./paged-table-list";

export function MyGamesPage() {
  const me = identity.value?.player ?? null;
  useTitle(t.lobby.mine);
  return (
    <>
      <h1 tabIndex={-1}>{t.lobby.mine}</h1>
      {me === null ? (
        <EmptyList text={t.lobby.mineNobody} />
      ) : (
        <>
          <section class="lb-section">
            <h2>{t.lobby.mineRunning}</h2>
            <PagedTableList
              label={t.lobby.mineRunning}
              about={[me]}
              load={(next) => api.myTables({ status: ["open", "playing"], ...pageAfter(next) })}
            >
              <EmptyList text={t.lobby.mineRunningNone} />
            </PagedTableList>
          </section>
          <section class="lb-section">
            <h2>{t.lobby.mineOver}</h2>
            <PagedTableList
              label={t.lobby.mineOver}
              about={[me]}
              load={(next) => api.myTables({ status: ["over", "aborted", "archived"], ...pageAfter(next) })}
            >
              <p class="lb-empty">{t.lobby.mineOverNone}</p>
            </PagedTableList>
          </section>
        </>
      )}
    </>
  );
}

function EmptyList({ text }: { text: string }) {
  return (
    <div class="lb-empty">
      <p>{text}</p>
      <a class="button primary" href={paths.home}>
        {t.lobby.startOne}
      </a>
    </div>
  );
}
