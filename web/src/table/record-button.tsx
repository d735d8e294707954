/** Downloads the record of a finished game. */

import * as api from "../server/api";
import { t } from "../texts";
import { Icon, toastError } from "../ui";

export function RecordButton({ table, invite }: { table: string; invite: string | null }) {
  const save = () => api.record(table, invite).then((record) => download(`gemgrove-${table}.json`, record), toastError);
  return (
    <button type="button" class="button" onClick={save}>
      <Icon name="download" />
      {t.table.result.record}
    </button>
  );
}

function download(name: string, value: unknown): void {
  const file = new Blob([`${JSON.stringify(value, null, 2)}\n`], { type: "application/json" });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
