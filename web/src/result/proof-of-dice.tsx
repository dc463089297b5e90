import type { Verdict, Witness } from "@flower-war/client-sdk/verify";
import { useState } from "react";
import { Button } from "../design/parts/button.tsx";
import { Icon } from "../design/parts/icon.tsx";
import { host } from "../session/host.ts";
import { RefusalNote } from "../session/refusal-note.tsx";
import { useAction } from "../session/use-action.ts";
import { i18n } from "../texts/index.ts";
import styles from "./dice.module.css";
import { describeFlaw, describeOpen, describeProved } from "./proof-words.ts";
import { SaveWitness } from "./save-witness.tsx";
import { verifyInWorker } from "./verify.ts";

interface Props {
  /** The match's id or code. */
  readonly id: string;
  /** Returns what this viewer has seen of the match; `null`, and left out: nothing. */
  readonly witness?: () => Promise<Witness | null>;
}

/** Downloads the record of a finished match and decides every command again, in this browser. */
export function ProofOfDice({ id, witness }: Props) {
  const action = useAction();
  const [proof, setProof] = useState<Proof | null>(null);
  const check = () =>
    action.run(async () => {
      setProof(null);
      const [record, seen = null] = await Promise.all([host.record(id), witness?.()]);
      setProof({ verdict: await verifyInWorker(record, seen), witness: seen });
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
      <div role="status">
        {action.busy ? <p className={styles.verdict}>{i18n._("Computing the dice again…")}</p> : null}
        {proof === null ? null : <ProofWords proof={proof} />}
      </div>
      <RefusalNote error={action.error} />
    </>
  );
}

/** What was found, and what it was compared with. */
export interface Proof {
  readonly verdict: Verdict;
  readonly witness: Witness | null;
}

interface ProofProps {
  readonly proof: Proof;
  /** Whether what is not proved is unfolded; default: it is not. */
  readonly shown?: boolean;
}

/** Says what a check of the dice has shown, and what it cannot show. */
export function ProofWords({ proof: { verdict, witness }, shown = false }: ProofProps) {
  const [proven, ...more] = verdict.ok ? describeProved(verdict) : [describeFlaw(verdict)];
  const open = verdict.ok ? describeOpen(verdict) : [];
  return (
    <div className={styles.words}>
      <p className={verdict.ok ? styles.verdict : styles.flaw}>
        <Icon id={verdict.ok ? "seal" : "cross"} />
        {proven}
      </p>
      {more.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {open.length === 0 ? null : (
        <details open={shown}>
          <summary>{i18n._("What it does not prove")}</summary>
          <ul>
            {open.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </details>
      )}
      {witness === null ? null : <SaveWitness witness={() => witness} />}
    </div>
  );
}
