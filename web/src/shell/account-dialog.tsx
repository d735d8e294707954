/** The account dialog: name, recovery code, and signing in to another account. */

import { useState } from "preact/hooks";
import * as api from "../server/api";
import { type Identity, identity } from "../server/identity";
import { t } from "../texts";
import { CopyField, Dialog, errorMessage, toast } from "../ui";

export function AccountDialog({ onClose }: { onClose: () => void }) {
  const who = identity.value;
  const texts = t.lobby.account;
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <div class="stack">
        {who === null ? (
          <p>{texts.nobodyYet}</p>
        ) : (
          <>
            <Rename key={who.player} who={who} onDone={onClose} />
            <RecoveryCode who={who} />
          </>
        )}
        <SignIn onDone={onClose} />
      </div>
    </Dialog>
  );
}

/** The state of a form: whether it is being submitted, and what went wrong. */
function useSubmit() {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const ask = async (what: () => Promise<void>) => {
    setBusy(true);
    setProblem(null);
    await what().catch((error: unknown) => setProblem(errorMessage(error)));
    setBusy(false);
  };
  const shown = problem && (
    <p class="ui-problem" role="alert">
      {problem}
    </p>
  );
  return { busy, ask, shown };
}

function Rename({ who, onDone }: { who: Identity; onDone: () => void }) {
  const texts = t.lobby.account;
  const [name, setName] = useState(who.name);
  const { busy, ask, shown } = useSubmit();
  const submit = (event: Event) => {
    event.preventDefault();
    void ask(async () => {
      const now = await api.rename(name.trim());
      toast(texts.renamed(now.name));
      onDone();
    });
  };
  return (
    <form class="stack" onSubmit={submit}>
      <p>{who.kind === "guest" ? texts.guest : texts.named}</p>
      <label class="field">
        {texts.name}
        <span class="app-name-row">
          <input
            type="text"
            required
            minLength={2}
            maxLength={24}
            autocomplete="nickname"
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
          />
          <button type="submit" class="button" disabled={busy}>
            {texts.rename}
          </button>
        </span>
        <small class="quiet">{texts.nameShape}</small>
      </label>
      {shown}
    </form>
  );
}

function RecoveryCode({ who }: { who: Identity }) {
  const texts = t.lobby.account;
  const { busy, ask, shown } = useSubmit();
  return (
    <div class="stack">
      {who.recovery && <CopyField label={texts.recovery} text={who.recovery} />}
      <small class="quiet">{who.recovery ? texts.recoveryAbout : texts.recoveryGone}</small>
      {!who.recovery && (
        <button
          type="button"
          class="button"
          disabled={busy}
          onClick={() => void ask(async () => void (await api.anotherRecovery()))}
        >
          {texts.another}
        </button>
      )}
      {shown}
    </div>
  );
}

function SignIn({ onDone }: { onDone: () => void }) {
  const texts = t.lobby.account;
  const [name, setName] = useState("");
  const [code, setCode] = useState("");
  const { busy, ask, shown } = useSubmit();
  const submit = (event: Event) => {
    event.preventDefault();
    void ask(async () => {
      const who = await api.recover(name.trim(), code.trim());
      toast(texts.recovered(who.name));
      onDone();
    });
  };
  return (
    <details class="ui-more">
      <summary>{texts.signIn}</summary>
      <form class="stack ui-more-list" onSubmit={submit}>
        <p class="quiet">{texts.signInAbout}</p>
        <label class="field">
          {texts.name}
          <input
            type="text"
            required
            autocomplete="username"
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
          />
        </label>
        <label class="field">
          {texts.recovery}
          <input
            type="text"
            class="notation"
            required
            autocomplete="off"
            spellcheck={false}
            value={code}
            onInput={(event) => setCode(event.currentTarget.value)}
          />
        </label>
        {shown}
        <button type="submit" class="button" disabled={busy}>
          {texts.recover}
        </button>
      </form>
    </details>
  );
}
