/** Games at one screen, without a server: several people, and games saved as files. */

import { useRef, useState } from "preact/hooks";
import { presetLabel, presetLabels } from "../games/rule-options";
import { loadRecord } from "../local/record";
import { rulesOf } from "../local/rules";
import { listedTables, startGame } from "../local/tables";
import { go, paths } from "../router";
import * as api from "../server/api";
import type { BotOffered, GameOffered } from "../server/types";
import { t } from "../texts";
import { local } from "../texts/local";
import { Dialog, errorMessage, Icon, Loaded, toastError, useLoaded } from "../ui";
import { SegmentedControl } from "../ui/segmented-control";
import { levelsOf } from "./quick-start";
import { gameTitle, hasEnded } from "./table-info";

export function SharedScreen({ play }: { play: () => void }) {
  const file = useRef<HTMLInputElement>(null);
  const load = async (chosen: File | undefined) => {
    if (!chosen) return;
    try {
      const id = await loadRecord(await chosen.text());
      const ended = listedTables().some((table) => table.table === id && hasEnded(table));
      go(ended ? paths.review(id) : paths.table(id));
    } catch (error) {
      toastError(error);
    }
  };
  return (
    <section class="lb-section">
      <div class="lb-section-head">
        <h2>{local.several}</h2>
        <div class="row">
          <button type="button" class="button" onClick={play}>
            <Icon name="plus" />
            {local.severalStart}
          </button>
          <button type="button" class="button" onClick={() => file.current?.click()}>
            {local.load}
          </button>
          <input
            ref={file}
            type="file"
            hidden
            accept="application/json,.json"
            aria-label={local.load}
            onChange={(event) => {
              void load(event.currentTarget.files?.[0]);
              event.currentTarget.value = "";
            }}
          />
        </div>
      </div>
      <p class="quiet">{local.severalAbout}</p>
    </section>
  );
}

export function SharedScreenDialog({ onClose }: { onClose: () => void }) {
  const offered = useLoaded(() => Promise.all([api.games(), api.bots()]));
  return (
    <Dialog title={local.several} onClose={onClose} wide>
      <Loaded of={offered}>{([games, bots]) => <SetUp games={games} bots={levelsOf(bots)} onClose={onClose} />}</Loaded>
    </Dialog>
  );
}

interface SetUpProps {
  games: readonly GameOffered[];
  bots: readonly BotOffered[];
  onClose: () => void;
}

/** The seats that are people's at first. */
const USUAL_PEOPLE = 2;
const PERSON = "";

function SetUp({ games, bots, onClose }: SetUpProps) {
  const texts = t.lobby.create;
  const most = Math.max(...games.flatMap(({ players }) => players));
  const [name, setName] = useState(games[0]?.game ?? "");
  const [players, setPlayers] = useState(USUAL_PEOPLE);
  const [preset, setPreset] = useState("official");
  const [seats, setSeats] = useState(() =>
    Array.from({ length: most }, (_, seat) => ({
      bot: seat < USUAL_PEOPLE ? PERSON : (bots[Math.floor((bots.length - 1) / 2)]?.bot ?? PERSON),
      name: local.person(seat + 1),
    })),
  );
  const [problem, setProblem] = useState<string | null>(null);
  const game = games.find((one) => one.game === name);
  if (!game) return null;
  const change = (number: number, changed: Partial<(typeof seats)[number]>) =>
    setSeats(seats.map((seat, other) => (other === number ? { ...seat, ...changed } : seat)));
  const submit = (event: Event) => {
    event.preventDefault();
    const taken = seats.slice(0, players);
    if (taken.every(({ bot }) => bot !== PERSON)) return setProblem(local.needsPeople);
    startGame({
      game: name,
      rules: rulesOf(name, players, preset),
      seats: taken.map(({ bot, name: person }) => (bot === PERSON ? { name: person.trim() } : { bot })),
    }).then(
      (id) => go(paths.table(id)),
      (error: unknown) => setProblem(errorMessage(error)),
    );
  };
  return (
    <form class="lb-create" onSubmit={submit}>
      <SegmentedControl
        legend={texts.game}
        choices={games.map((one) => ({ value: one.game, label: gameTitle(one.game) }))}
        value={name}
        onChoose={(other) => {
          setName(other);
          setPreset("official");
        }}
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
          onChoose={setPreset}
        />
        <p class="quiet lb-hint">{presetLabels(name, preset)?.about}</p>
      </div>
      {seats.slice(0, players).map((seat, number) => (
        <div key={number} class="row">
          <label class="field">
            {local.seat(number + 1)}
            <select value={seat.bot} onChange={(event) => change(number, { bot: event.currentTarget.value })}>
              <option value={PERSON}>{local.personChoice}</option>
              {bots.map((one) => (
                <option key={one.bot} value={one.bot}>
                  {one.title}
                </option>
              ))}
            </select>
          </label>
          {seat.bot === PERSON && (
            <label class="field">
              {local.name(number + 1)}
              <input
                type="text"
                required
                maxLength={24}
                autocomplete="off"
                value={seat.name}
                onInput={(event) => change(number, { name: event.currentTarget.value })}
              />
            </label>
          )}
        </div>
      ))}
      <div class="row ui-dialog-foot">
        {problem && (
          <p class="ui-problem" role="alert">
            {problem}
          </p>
        )}
        <button type="button" class="button" onClick={onClose}>
          {t.common.cancel}
        </button>
        <button type="submit" class="button primary">
          {local.begin}
        </button>
      </div>
    </form>
  );
}
