/** The list of finished public games. */

import { useState } from "preact/hooks";
import { GAMES } from "../games";
import * as api from "../server/api";
import { t } from "../texts";
import { useTitle } from "../ui";
import { SegmentedControl } from "../ui/segmented-control";
import { PagedTableList, pageAfter } from "./paged-table-list";

const ALL = "";

export function FinishedPage() {
  const [game, setGame] = useState(ALL);
  useTitle(t.lobby.finished);
  return (
    <>
      <h1 tabIndex={-1}>{t.lobby.finished}</h1>
      <p class="quiet">{t.lobby.finishedAbout}</p>
      <div class="lb-filters">
        <SegmentedControl
          legend={t.lobby.game}
          quiet
          choices={[
            { value: ALL, label: t.lobby.allGames },
            ...GAMES.map(({ name, title }) => ({ value: name, label: title })),
          ]}
          value={game}
          onChoose={setGame}
        />
      </div>
      <PagedTableList
        label={t.lobby.finished}
        about={[game]}
        load={(next) =>
          api.tables({
            status: ["over", "archived"],
            ...(game === ALL ? {} : { game }),
            ...pageAfter(next),
          })
        }
      >
        <p class="lb-empty">{t.lobby.finishedNone}</p>
      </PagedTableList>
    </>
  );
}
