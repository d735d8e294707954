/** The dialog that creates a game with all its options. */

import { useId, useState } from "preact/hooks";
import {
  changedOptions,
  controlOf,
  optionLabel,
  optionLabels,
  optionsOf,
  presetLabel,
  presetLabels,
  type Value,
  valueLabel,
} from "../games/rule-options";
import * as api from "../server/api";
import type { GameOffered, Rules } from "../server/types";
import { t } from "../texts";
import { Dialog, duration, errorMessage, Loaded, useLoaded } from "../ui";
import { SegmentedControl } from "../ui/segmented-control";
import { createGame } from "./quick-start";
import { gameTitle } from "./table-info";

type DealChoice = keyof typeof t.lobby.create.deals;

/** Common times per turn, in seconds. */
const CLOCKS = [30, 60, 120, 300, 3_600, 86_400];
const SHORTEST_TURN = 5;
const LONGEST_TURN = 14 * 86_400;
const OTHER = -1;

export function CreateDialog({ onClose }: { onClose: () => void }) {
  const offered = useLoaded(api.games);
  return (
    <Dialog title={t.lobby.create.title} onClose={onClose} wide>
      <Loaded of={offered}>{(games) => <CreateForm games={games} onClose={onClose} />}</Loaded>
    </Dialog>
  );
}

function CreateForm({ games, onClose }: { games: readonly GameOffered[]; onClose: () => void }) {
  const texts = t.lobby.create;
  const [name, setName] = useState(games[0]?.game ?? "");
  const [players, setPlayers] = useState(2);
  const [preset, setPreset] = useState("official");
  const [chosen, setChosen] = useState<Rules>({});
  const [deal, setDeal] = useState<DealChoice>("sealed");
  const [dealId, setDealId] = useState("");
  const [open, setOpen] = useState(true);
  const [clock, setClock] = useState(0);
  const [seconds, setSeconds] = useState(90);
  const [practice, setPractice] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const game = games.find((one) => one.game === name);
  if (!game) return null;

  const chooseGame = (other: string) => {
    const next = games.find((one) => one.game === other);
    setName(other);
    setChosen({});
    setPreset(Object.keys(next?.presets ?? {})[0] ?? "");
    if (next && !next.players.includes(players)) setPlayers(Math.min(...next.players));
  };
  const options = changedOptions(game, preset, chosen, players);
  const submit = (event: Event) => {
    event.preventDefault();
    setBusy(true);
    setProblem(null);
    createGame({
      game: name,
      players,
      rules: preset,
      options,
      ...(deal === "named" ? { id: dealId.trim() } : { deal }),
      public: open,
      turn_seconds: clock === OTHER ? seconds : clock || null,
      practice,
    }).then(onClose, (error: unknown) => {
      setBusy(false);
      setProblem(errorMessage(error));
    });
  };

  return (
    <form class="lb-create" onSubmit={submit}>
      <SegmentedControl
        legend={texts.game}
        choices={games.map((one) => ({ value: one.game, label: gameTitle(one.game) }))}
        value={name}
        onChoose={chooseGame}
      />
      <SegmentedControl
        legend={texts.players}
        choices={game.players.map((count) => ({ value: count, label: String(count) }))}
        value={players}
        onChoose={setPlayers}
      />
      <div class="lb-create-rules">
        <SegmentedControl
          legend={texts.rules}
          choices={Object.keys(game.presets).map((one) => ({ value: one, label: presetLabel(name, one) }))}
          value={preset}
          onChoose={(other) => {
            setPreset(other);
            setChosen({});
          }}
        />
        <p class="quiet lb-hint">{presetLabels(name, preset)?.about}</p>
        <details class="ui-more">
          <summary>
            {texts.change}
            {Object.keys(options).length > 0 && (
              <span class="lb-tag">{texts.changed(Object.keys(options).length)}</span>
            )}
          </summary>
          <div class="ui-more-list">
            {optionsOf(game).map(({ option, wanted, default: usual }) => (
              <OptionField
                key={`${name} ${option}`}
                game={name}
                option={option}
                wanted={wanted}
                players={players}
                value={chosen[option] ?? game.presets[preset]?.[option] ?? usual}
                onChange={(value) => setChosen({ ...chosen, [option]: value })}
              />
            ))}
          </div>
        </details>
      </div>
      <Radios
        legend={texts.who}
        choices={{ public: texts.public, invited: texts.invited }}
        value={open ? "public" : "invited"}
        onChoose={(value) => setOpen(value === "public")}
      />
      <Radios legend={texts.deal} choices={texts.deals} value={deal} onChoose={setDeal} />
      {deal === "named" && (
        <label class="field">
          {texts.dealId}
          <input
            type="text"
            class="notation"
            required
            autocomplete="off"
            spellcheck={false}
            value={dealId}
            onInput={(event) => setDealId(event.currentTarget.value)}
          />
          <small class="quiet">{texts.dealShape}</small>
        </label>
      )}
      <div class="row">
        <label class="field">
          {texts.clock}
          <select value={clock} onChange={(event) => setClock(Number(event.currentTarget.value))}>
            <option value={0}>{texts.noClock}</option>
            {CLOCKS.map((length) => (
              <option key={length} value={length}>
                {duration(length)}
              </option>
            ))}
            <option value={OTHER}>{texts.otherClock}</option>
          </select>
        </label>
        {clock === OTHER && (
          <label class="field">
            {texts.clockSeconds}
            <input
              type="number"
              required
              min={SHORTEST_TURN}
              max={LONGEST_TURN}
              value={seconds}
              onInput={(event) => setSeconds(event.currentTarget.valueAsNumber)}
            />
          </label>
        )}
      </div>
      <label class="ui-check">
        <input type="checkbox" checked={practice} onChange={(event) => setPractice(event.currentTarget.checked)} />
        {texts.practice}
      </label>
      <div class="row ui-dialog-foot">
        {problem && (
          <p class="ui-problem" role="alert">
            {problem}
          </p>
        )}
        <button type="button" class="button" onClick={onClose}>
          {t.common.cancel}
        </button>
        <button type="submit" class="button primary" disabled={busy}>
          {texts.submit}
        </button>
      </div>
    </form>
  );
}

interface OptionFieldProps {
  game: string;
  option: string;
  wanted: string;
  players: number;
  value: Value;
  onChange: (value: Value) => void;
}

function OptionField({ game, option, wanted, players, value, onChange }: OptionFieldProps) {
  const control = controlOf(wanted, players);
  const label = optionLabel(game, option);
  const about = optionLabels(game, option)?.about;
  if (control.kind === "switch") {
    return (
      <label class="ui-check">
        <input type="checkbox" checked={value === true} onChange={(event) => onChange(event.currentTarget.checked)} />
        {label}
      </label>
    );
  }
  return (
    <label class="field">
      {label}
      {control.kind === "choice" && (
        <select
          value={String(value)}
          onChange={(event) => {
            const selected = event.currentTarget.value;
            onChange(control.values.find((one) => String(one) === selected) ?? selected);
          }}
        >
          {control.values.map((one) => (
            <option key={String(one)} value={String(one)}>
              {valueLabel(game, option, one)}
            </option>
          ))}
        </select>
      )}
      {control.kind === "number" && (
        <input
          type="number"
          required
          min={control.least}
          max={control.most}
          value={Number(value)}
          onInput={(event) => {
            const { valueAsNumber } = event.currentTarget;
            if (!Number.isNaN(valueAsNumber)) onChange(valueAsNumber);
          }}
        />
      )}
      {control.kind === "text" && (
        <input type="text" value={String(value)} onInput={(event) => onChange(event.currentTarget.value)} />
      )}
      {(about || control.kind === "text") && <small class="quiet">{about ?? wanted}</small>}
    </label>
  );
}

interface RadiosProps<Name extends string> {
  legend: string;
  /** A label and its explanation, by name. */
  choices: Record<Name, [string, string]>;
  value: Name;
  onChoose: (name: Name) => void;
}

function Radios<Name extends string>({ legend, choices, value, onChoose }: RadiosProps<Name>) {
  const group = useId();
  return (
    <fieldset class="lb-radios">
      <legend>{legend}</legend>
      {(Object.entries(choices) as [Name, [string, string]][]).map(([name, [word, meaning]]) => (
        <label key={name} class="lb-radio">
          <input type="radio" name={group} checked={name === value} onChange={() => onChoose(name)} />
          <span>
            <strong>{word}</strong>
            <small class="quiet">{meaning}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
