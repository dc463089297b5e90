import type { GameName, Match } from "@flower-war/client-sdk";
import type { Verdict, Witness } from "@flower-war/client-sdk/verify";
import { type MouseEvent, useCallback, useState } from "react";
import { saveFile } from "../base/save-file.ts";
import { Button } from "../design/parts/button.tsx";
import { Icon } from "../design/parts/icon.tsx";
import { nameInText } from "../session/bot.tsx";
import { host } from "../session/host.ts";
import { loadRecord } from "../session/load-record.ts";
import { RefusalNote } from "../session/refusal-note.tsx";
import { useAction } from "../session/use-action.ts";
import { useAnswer } from "../session/use-answer.ts";
import { i18n } from "../texts/index.ts";
import styles from "./dice.module.css";
import { describeFlaw, describeGrade, describeOpen, describeProved } from "./proof-words.ts";
import { OpenWitness, ownWitness, SaveWitness } from "./witness.tsx";

interface Props<G extends GameName> {
  readonly match: Match<G>;
  /** Whether the details are unfolded; default: they are not. */
  readonly shown?: boolean;
}

/** What binds the server to the match's dice, and, when the match is over, whether they were true (docs/fair-dice.md). */
export function Dice<G extends GameName>({ match, shown = false }: Props<G>) {
  const witness = useCallback(() => ownWitness(match), [match]);
  return (
    <div className={styles.dice}>
      <details open={shown}>
        <summary>{i18n._("Chance was sealed before anybody could know it")}</summary>
        <p>
          {i18n._("The server drew a secret and published its seal before anybody added a part.")}{" "}
          {i18n._("Seal:")} <code>{match.commitment}</code>
        </p>
        {match.state.secret === "" ? null : (
          <p>
            {i18n._("Secret:")} <code>{match.state.secret}</code>
          </p>
        )}
        <Signers match={match} />
      </details>
      {match.status === "over" ? (
        <ProofOfDice id={match.id} witness={witness} />
      ) : (
        <p>{i18n._("When the match is over you can check it here.")}</p>
      )}
    </div>
  );
}

/** What the match's beginning says of a seat. */
interface BegunSeat {
  readonly seat: string;
  readonly kind: string;
  readonly from: string;
  readonly seal?: string;
  readonly key?: string;
}

/** Each person's part of the dice: whether they sealed it, and whether they sign. */
function Signers<G extends GameName>({ match }: { readonly match: Match<G> }) {
  // Without an answer nothing is known of it.
  const { answer } = useAnswer(match.id, async () => {
    const { header } = await match.witness();
    return header === null ? null : (JSON.parse(header) as { readonly seats: readonly BegunSeat[] });
  });
  const people = (answer?.seats ?? []).filter(({ kind }) => kind === "human");
  return (
    <ul>
      {people.map((person) => (
        <li key={person.seat}>{describeSigner(match, person)}</li>
      ))}
    </ul>
  );
}

function describeSigner<G extends GameName>(
  { seats }: Match<G>,
  { seat, from, seal, key }: BegunSeat,
): string {
  const person = seats.find((each) => each.seat === seat);
  const name = nameInText(person?.name ?? seat);
  const signed = person?.signed ?? 0;
  if (from === "withheld") {
    return i18n._("{name} sealed a part and did not reveal it in time.", { name });
  }
  if (from !== "player") return i18n._("{name} gave no part.", { name });
  if (seal === undefined) return i18n._("{name} gave a part openly, and signs nothing.", { name });
  if (key === undefined) return i18n._("{name} sealed a part, and signs nothing.", { name });
  return signed === 0
    ? i18n._("{name} sealed a part, and has signed nothing yet.", { name })
    : i18n._("{name} sealed a part, and has signed what they saw up to entry {signed}.", {
        name,
        signed,
      });
}

interface ProofOfDiceProps {
  /** The match's id or invitation. */
  readonly id: string;
  /** Returns what this viewer has seen of the match; `null`, and left out: nothing. */
  readonly witness?: () => Promise<Witness | null>;
}

/** Downloads the record of a finished match and decides every command again, in this browser. */
export function ProofOfDice({ id, witness }: ProofOfDiceProps) {
  const action = useAction();
  const [proof, setProof] = useState<Proof | null>(null);
  const [opened, setOpened] = useState<Witness | null>(null);
  const { answer: keptBy } = useAnswer(id, async () => (await witness?.())?.seat ?? "public");
  const check = (file: Witness | null) =>
    action.run(async () => {
      setProof(null);
      const [record, kept = null] = await Promise.all([loadRecord(id), witness?.()]);
      const seen = file ?? kept;
      setProof({
        verdict: await (await import("./verify-in-worker.ts")).verifyInWorker(record, seen),
        witness: seen,
      });
    });
  // The link alone shows no seat, and is refused until spectators are told the end too.
  const save = (event: MouseEvent) => {
    event.preventDefault();
    action.run(async () => saveFile(`${id}.jsonl`, await loadRecord(id), "application/jsonl"));
  };
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
          {i18n._("Check the match")}
        </Button>
        <a href={host.recordUrl(id)} download={`${id}.jsonl`} onClick={save}>
          {i18n._("The match's record")}
        </a>
      </div>
      <div role="status">
        {action.busy ? <p className={styles.verdict}>{i18n._("Computing it again…")}</p> : null}
        {proof === null ? null : <ProofWords proof={proof} />}
      </div>
      <RefusalNote error={action.error} />
    </>
  );
}

/** What was found, and what it was compared with. */
interface Proof {
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
