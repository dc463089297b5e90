import type { Verdict, Witness } from "@flower-war/client-sdk/verify";
import { useState } from "react";
import { Button } from "../design/parts/button.tsx";
import { Icon } from "../design/parts/icon.tsx";
import { host } from "../session/host.ts";
import { RefusalNote } from "../session/refusal-note.tsx";
import { useAnswer } from "../session/use-answer.ts";
import { useAction } from "../session/use-action.ts";
import { i18n } from "../texts/index.ts";
import styles from "./dice.module.css";
import { describeFlaw, describeGrade, describeOpen, describeProved } from "./proof-words.ts";
import { OpenWitness, SaveWitness } from "./witness.tsx";
import { verifyInWorker } from "./verify.ts";

interface Props {
  /** The match's id or invitation. */
  readonly id: string;
  /** Returns what this viewer has seen of the match; `null`, and left out: nothing. */
  readonly witness?: () => Promise<Witness | null>;
}

/** Downloads the record of a finished match and decides every command again, in this browser. */
export function ProofOfDice({ id, witness }: Props) {
  const action = useAction();
  const [proof, setProof] = useState<Proof | null>(null);
  const [opened, setOpened] = useState<Witness | null>(null);
  const { answer: keptBy } = useAnswer(id, async () => (await witness?.())?.seat ?? "public");
  const check = (file: Witness | null) =>
    action.run(async () => {
      setProof(null);
      const [record, kept = null] = await Promise.all([host.record(id), witness?.()]);
      const seen = file ?? kept;
      setProof({ verdict: await verifyInWorker(record, seen), witness: seen });
    });
  const open = (file: Witness) => {
    setOpened(file);
    check(file);
  };
  return (
    <>
      {keptBy === "public" && opened === null ? <OpenWitness match={id} onOpen={open} /> : null}
      <div className={styles.proof} aria-busy={action.busy}>
        <Button aria-disabled={action.busy} onClick={() => check(opened)}>
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

/** The icon of each look of a verdict. */
const ICONS = { verdict: "seal", doubt: "open-ring", flaw: "cross" } as const;

function lookOf(verdict: Verdict): keyof typeof ICONS {
  if (!verdict.ok) return "flaw";
  return verdict.grade.code === "nobody" ? "verdict" : "doubt";
}

/** Says what a check of the dice has shown, and what it cannot show. */
export function ProofWords({ proof: { verdict, witness }, shown = false }: ProofProps) {
  const [first, ...more] = verdict.ok
    ? [...describeGrade(verdict.grade), ...describeProved(verdict)]
    : [describeFlaw(verdict)];
  const open = verdict.ok ? describeOpen(verdict) : [];
  const look = lookOf(verdict);
  return (
    <div className={styles.words}>
      <p className={styles[look]}>
        <Icon id={ICONS[look]} />
        {first}
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
