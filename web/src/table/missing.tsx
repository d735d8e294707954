/** Instead of a table that cannot be shown. */

import { paths } from "../router";
import { t } from "../texts";

export function Missing({ text }: { text: string }) {
  return (
    <section class="panel tb-missing">
      <h2>{t.table.missingTitle}</h2>
      <p>{text}</p>
      <a class="button primary" href={paths.home}>
        {t.table.toGames}
      </a>
    </section>
  );
}
