import type { Seen, Verdict } from "@flower-war/client-sdk/verify";
import { useState } from "react";
import { Button } from "../design/parts/button.tsx";
import { Icon } from "../design/parts/icon.tsx";
import { host } from "../session/host.ts";
import { RefusalNote } from "../session/refusal-note.tsx";
import { useAction } from "../session/use-action.ts";
import { i18n } from "../texts/index.ts";
import styles from "./dice.module.css";
import { verifyInWorker } from "./verify.ts";

interface Props {
  /** The match's id or code. */
  readonly id: string;
  /** What this viewer knows of the dice first-hand; `undefined`: nothing. */
  readonly seen?: Seen;
}

/** Downloads the record of a finished match and decides every command again, in this browser. */
export function ProofOfDice({ id, seen }: Props) {
  const action = useAction();
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const check = () =>
    action.run(async () => {
      setVerdict(null);
      setVerdict(await verifyInWorker(await host.record(id), seen));
    });
  return (
    <>
      <div className={styles.proof} aria-busy={action.busy}>
        <Button aria-disabled={action.busy} onClick={check}>
          <Icon id="seal" />
          {i18n._("Check the dice")}
        </Button>
        <a href={host.recordUrl(id)} download={`${id}.jsonl`}>
          {i18n._("The match's record")}
        </a>
      </div>
      <p role="status" className={styles.verdict}>
        {action.busy ? i18n._("Computing the dice again…") : null}
        {verdict === null ? null : describeVerdict(verdict)}
      </p>
      <RefusalNote error={action.error} />
    </>
  );
}

function describeVerdict(verdict: Verdict): string {
  if (verdict.ok) {
    return i18n._(
      "Proven: the dice follow from the secret and every player's part, and {entries, plural, one {the one entry follows} other {all # entries follow}} from the rules.",
      { entries: verdict.entries },
    );
  }
  const { entry, reason, message } = verdict;
  return typeof entry === "number"
    ? i18n._("Not correct. Entry {entry} of the record fails, {reason}: {message}.", {
        entry,
        reason,
        message,
      })
    : i18n._("Not correct. The record's {entry} fails, {reason}: {message}.", { entry, reason, message });
}
