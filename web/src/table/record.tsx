/** A finished game as a file. */

import * as api from "../server/api";
import { t } from "../texts";
import { Icon, toastProblem } from "../ui";
import { download } from "./download";

export function RecordButton({ table, invite }: { table: string; invite: string | null }) {
  const save = () =>
    api.record(table, invite).then((record) => download(`gemgrove-${table}.json`, record), toastProblem);
  return (
    <button type="button" class="button" onClick={save}>
      <Icon name="download" />
      {t.table.result.record}
    </button>
  );
}
