/** The score sheet: who may score each species and why, and what the paths are worth. */

import { useState } from "preact/hooks";
import type { Rules } from "../../server/types";
import { t } from "../../texts";
import { arboretumTexts } from "../../texts/arboretum";
import "./styles/index.css";
import { letterOf } from "./cards";
import { Grid } from "./grid";
import { type Path, type Right, scoreSheet, worthOf } from "./paths";
import { CardList } from "./supply";
import { TreeIcon } from "./trees";
import type { ArboretumView } from "./types";

interface Props {
  view: ArboretumView;
  rules: Rules;
  names: readonly string[];
}

export function Result({ view, rules, names }: Props) {
  const [pointed, point] = useState<string | null>(null);
  const texts = arboretumTexts;
  const rights = scoreSheet(view, rules);
  const { scores: totals, winners } = view;
  const level = totals.filter((total) => total === Math.max(...totals)).length > 1;
  const counting = (seat: number): Path[] =>
    rights.flatMap((right) => {
      const path = right.paths[seat];
      const drawn = pointed === null ? right.seats.includes(seat) : pointed === right.species;
      return path && drawn ? [path] : [];
    });
  return (
    <div class="ar-result">
      <p class="quiet">{texts.sheetAbout}</p>
      <div class="ar-sheet" tabIndex={0} role="region" aria-label={texts.sheet}>
        <table>
          <thead>
            <tr>
              <th scope="col">{texts.speciesHeading}</th>
              {names.map((name, seat) => (
                <th key={seat} scope="col" class={winners.includes(seat) ? "ar-won" : ""}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rights.map((right) => (
              <tr
                key={right.species}
                data-species={right.species}
                class={pointed === right.species ? "ar-pointed" : ""}
                onPointerEnter={() => point(right.species)}
                onPointerLeave={() => point(null)}
              >
                <th scope="row">
                  <button
                    type="button"
                    class="ar-row"
                    aria-pressed={pointed === right.species}
                    onFocus={() => point(right.species)}
                    onBlur={() => point(null)}
                    onClick={() => point(right.species)}
                  >
                    <TreeIcon species={right.species} />
                    {texts.species[right.species]}
                  </button>
                  {!right.holdings.length && <small class="quiet">{texts.nobodyHolds}</small>}
                </th>
                {names.map((_, seat) => (
                  <Entry key={seat} right={right} seat={seat} names={names} />
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{texts.total}</th>
              {totals.map((total, seat) => (
                <td key={seat} data-name={names[seat]} class={winners.includes(seat) ? "ar-won" : ""}>
                  <b class="ar-total">{total}</b>
                </td>
              ))}
            </tr>
            <tr>
              <th scope="row">{texts.kinds}</th>
              {view.players.map(({ seat, arboretum }) => (
                <td key={seat} data-name={names[seat]}>
                  {new Set(arboretum.map(letterOf)).size}
                </td>
              ))}
            </tr>
          </tfoot>
        </table>
      </div>
      {level && <p>{texts.kindsDecide}</p>}
      <div class="ar-finals">
        {view.players.map((player) => (
          <figure key={player.seat}>
            <figcaption>{texts.arboretumOf(names[player.seat] ?? "")}</figcaption>
            <Grid cards={player.arboretum} paths={counting(player.seat)} />
          </figure>
        ))}
      </div>
    </div>
  );
}

interface EntryProps {
  right: Right;
  seat: number;
  names: readonly string[];
}

/** A player's cell for a species: cards in hand, right to score, path and points. */
function Entry({ right, seat, names }: EntryProps) {
  const texts = arboretumTexts;
  const path = right.paths[seat];
  const may = right.seats.includes(seat);
  const holding = right.holdings.find((held) => held.seat === seat);
  return (
    <td class={may ? "ar-may" : "ar-may-not"} data-name={names[seat]}>
      <div class="ar-holding">
        <span class="ar-right" data-tooltip={may ? texts.mayScore : texts.mayNot}>
          <span aria-hidden="true">{may ? "✓" : "✗"}</span>
          <span class="hidden-text">{may ? texts.mayScore : texts.mayNot}, </span>
        </span>
        {holding ? texts.sumInHand(holding.sum) : <span class="quiet">{texts.nothingInHand}</span>}
        {holding && <CardList cards={holding.cards} small />}
      </div>
      {holding?.outdoneBy != null && <small class="quiet">{texts.outdone(names[holding.outdoneBy] ?? "")}</small>}
      {path ? (
        <div class="ar-scored" data-tooltip={texts.worth(worthOf(path))}>
          <CardList cards={path.cards} small />
          <b>{may ? t.common.points(path.points) : texts.lost(path.points)}</b>
          <span class="hidden-text">{texts.worth(worthOf(path))}</span>
        </div>
      ) : (
        <small class="quiet">{texts.noPath}</small>
      )}
    </td>
  );
}
