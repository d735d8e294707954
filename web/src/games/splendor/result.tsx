/** The final score, by cards and nobles. */

import { t } from "../../texts";
import { splendorTexts } from "../../texts/splendor";
import "./styles/index.css";
import type { SplendorView } from "./types";

const texts = splendorTexts.result;

export function Result({ view, names }: { view: SplendorView; names: readonly string[] }) {
  const standing = view.players.toSorted(
    (one, other) => other.points - one.points || one.bought.length - other.bought.length,
  );
  const [first, second] = standing;
  return (
    <div class="sp-result" tabIndex={0} role="region" aria-label={texts.caption}>
      <table>
        <caption class="hidden-text">{texts.caption}</caption>
        <thead>
          <tr>
            {[texts.player, texts.cards, texts.nobles, texts.points, texts.bought].map((heading) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {standing.map((player) => {
            const nobles = player.nobles.reduce((sum, noble) => sum + noble.points, 0);
            const won = view.winners.includes(player.seat);
            return (
              <tr key={player.seat} class={won ? "sp-winner" : ""}>
                <th scope="row">
                  {names[player.seat] ?? t.common.seat(player.seat + 1)}
                  {won && <span class="sp-won">{texts.winner}</span>}
                </th>
                <td>{player.points - nobles}</td>
                <td>{nobles}</td>
                <td>
                  <strong>{player.points}</strong>
                </td>
                <td>{player.bought.length}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {first?.points === second?.points && <p class="quiet">{view.winners.length > 1 ? texts.shared : texts.tie}</p>}
    </div>
  );
}
