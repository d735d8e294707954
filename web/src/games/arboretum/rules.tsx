/** The rules, for people. */

import { t } from "../../texts";
import "./arboretum.css";
import { inPlay } from "./cards";
import { Grid } from "./grid";
import { bestPaths } from "./score";
import { Cards } from "./supply";
import { TreeIcon } from "./trees";
import type { Card, Planted } from "./types";

const MOST_PLAYERS = 4;

/** Planted cards as in "M1 0 0". */
function planted(...cards: string[]): Planted[] {
  return cards.map((text) => {
    const [id = "", x, y] = text.split(" ");
    return { ...card(id), x: Number(x), y: Number(y) };
  });
}

function card(id: string): Card {
  return { id, species: id, rank: Number(id.charAt(1)) };
}

const PATH = planted("M1 0 1", "O3 1 1", "J4 1 0", "M6 2 0", "W2 0 0");
const PURE = planted("W3 0 0", "W4 1 0", "W6 2 0", "W8 3 0");

export function RulesText() {
  const text = t.arboretum.rules;
  return (
    <div class="ar-rules">
      <h3>{text.aim}</h3>
      <p>{text.aimText}</p>
      <h3>{text.deck}</h3>
      <p>{text.deckText}</p>
      <ul class="ar-species">
        {inPlay(MOST_PLAYERS).map((letter) => (
          <li key={letter} data-species={letter}>
            <TreeIcon species={letter} /> <b>{letter}</b> {t.arboretum.species[letter]}
          </li>
        ))}
      </ul>
      <h3>{text.turn}</h3>
      <ol>
        {text.turnSteps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <h3>{text.end}</h3>
      <p>{text.endText}</p>
      <p>{text.seeded}</p>
      <h3>{text.paths}</h3>
      <p>{text.pathsText}</p>
      <div class="ar-examples">
        <Example cards={PATH} species="M" told={text.pathExample} />
        <Example cards={PURE} species="W" told={text.pureExample} />
      </div>
      <table>
        <thead>
          <tr>
            <th>{text.points}</th>
            <th>{text.forWhat}</th>
          </tr>
        </thead>
        <tbody>
          {text.table.map(([points, what]) => (
            <tr key={what}>
              <td>{points}</td>
              <td>{what}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <h3>{text.right}</h3>
      <p>{text.rightText}</p>
      <p>{text.eight}</p>
      <div class="ar-versus">
        <Cards cards={[card("M8")]} />
        <Cards cards={[card("M1"), card("M2")]} />
        <span>{text.eightExample}</span>
      </div>
      <p>{text.tie}</p>
      <h3>{text.hidden}</h3>
      <p>{text.hiddenText}</p>
    </div>
  );
}

interface ExampleProps {
  cards: Planted[];
  species: string;
  told: (points: number) => string;
}

function Example({ cards, species, told }: ExampleProps) {
  const path = bestPaths(cards).get(species);
  return (
    <figure>
      <Grid cards={cards} paths={path ? [path] : []} />
      <figcaption>{told(path?.points ?? 0)}</figcaption>
    </figure>
  );
}
