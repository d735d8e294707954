/** The dialog that verifies the deal in the browser. */

import type { TableState } from "../table/state";
import { t } from "../texts";
import { Dialog, Icon, useLoaded } from "../ui";
import { verifyDeal } from "./verify-commitment";

interface VerifyDialogProps {
  state: TableState;
  names: readonly string[];
  onClose: () => void;
}

export function VerifyDialog({ state, names, onClose }: VerifyDialogProps) {
  const { deal, secret, nonces, dealt } = state;
  const found = useLoaded(() => verifyDeal({ table: state.id, deal, secret, nonces, dealt }), [state]);
  const verdict = found.value;
  const good = verdict === "kept";
  const bad = verdict === "broken" || verdict === "other";
  const text = verdict && t.review.verdicts[good && deal.kind === "position" ? "keptPosition" : verdict];
  return (
    <Dialog title={t.review.verifyTitle} onClose={onClose} wide>
      <p class="rv-verdict" data-good={good} data-bad={bad} role="status">
        <Icon name={good ? "check" : bad ? "warning" : "lock"} size={28} />
        <span>{text ?? found.problem ?? t.review.verifying}</span>
      </p>
      <dl class="rv-proof">
        {deal.commitment && <Proof name={t.review.commitment} value={deal.commitment} />}
        {secret && <Proof name={t.review.secret} value={secret} />}
        {deal.kind === "sealed" &&
          nonces.map((nonce, seat) => (
            <Proof key={seat} name={t.review.added(names[seat] ?? "")} value={nonce || t.review.nothing} />
          ))}
        {(dealt ?? deal.id) && <Proof name={t.review.dealt} value={dealt ?? deal.id ?? ""} />}
      </dl>
      {deal.kind !== "open" && (
        <>
          <p>{t.review.byCommand}</p>
          <pre class="rv-command">{`gemgrove verify-log --url ${location.origin} --table ${state.id}`}</pre>
        </>
      )}
    </Dialog>
  );
}

function Proof({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd class="notation">{value}</dd>
    </div>
  );
}
