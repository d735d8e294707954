/** The rules for human readers. */

import { arboretumTexts } from "../../texts/arboretum";
import "./styles/index.css";
import { Grid } from "./grid";
import type { Path } from "./paths";
import { CardList } from "./supply";
import { TreeIcon } from "./trees";
import type { Card, Planted } from "./types";

/** Planted cards such as "M1 0 0". */
function planted(...cards: string[]): Planted[] {
  return cards.map((text) => {
    const [id = "", x, y] = text.split(" ");
    return { ...card(id), x: Number(x), y: Number(y) };
  });
}

function card(id: string): Card {
  return { id, species: id, rank: Number(id.charAt(1)) };
}

const RISING = planted("M1 0 1", "O3 1 1", "J4 1 0", "M6 2 0");
const PURE = planted("W3 0 0", "W4 1 0", "W6 2 0", "W8 3 0");
export const EXAMPLES: readonly { trees: readonly Planted[]; path: Path }[] = [
  { trees: [...RISING, ...planted("W2 0 0")], path: { species: "M", cards: RISING, points: 5 } },
  { trees: PURE, path: { species: "W", cards: PURE, points: 10 } },
];

export function RulesText() {
  const texts = arboretumTexts.rules;
  return (
    <div class="ar-rules">
      <h3>{texts.aim}</h3>
      <p>{texts.aimText}</p>
      <h3>{texts.deck}</h3>
      <p>{texts.deckText}</p>
      <ul class="ar-species">
        {Object.entries(arboretumTexts.species).map(([letter, name]) => (
          <li key={letter} data-species={letter}>
            <TreeIcon species={letter} /> <b>{letter}</b> {name}
          </li>
        ))}
      </ul>
      <h3>{texts.turn}</h3>
      <ol>
        {texts.turnSteps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <h3>{texts.end}</h3>
      <p>{texts.endText}</p>
      <p>{texts.seeded}</p>
      <h3>{texts.paths}</h3>
      <p>{texts.pathsText}</p>
      <div class="ar-examples">
        {EXAMPLES.map(({ trees, path }, place) => (
          <figure key={path.species}>
            <Grid cards={trees} paths={[path]} />
            <figcaption>{[texts.pathExample, texts.pureExample][place]?.(path.points)}</figcaption>
          </figure>
        ))}
      </div>
      <table>
        <thead>
          <tr>
            <th>{texts.points}</th>
            <th>{texts.forWhat}</th>
          </tr>
        </thead>
        <tbody>
          {texts.table.map(([points, what]) => (
            <tr key={what}>
              <td>{points}</td>
              <td>{what}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <h3>{texts.right}</h3>
      <p>{texts.rightText}</p>
      <p>{texts.eight}</p>
      <div class="ar-versus">
        <CardList cards={[card("M8")]} />
        <CardList cards={[card("M1"), card("M2")]} />
        <span>{texts.eightExample}</span>
      </div>
      <p>{texts.tie}</p>
      <h3>{texts.hidden}</h3>
      <p>{texts.hiddenText}</p>
    </div>
  );
}
