import { type ReactNode, useState } from "react";
import { Field } from "../design/parts/field.tsx";
import { Segments } from "../design/parts/segments.tsx";
import { useAction } from "../session/use-action.ts";
import { i18n } from "../texts/index.ts";
import { post } from "./api.ts";
import { ConfirmButton } from "./confirm-button.tsx";
import { OperatorNote } from "./operator-note.tsx";
import styles from "./operator.module.css";

const HOUR = 3_600_000;
const LENGTHS = { hour: HOUR, day: 24 * HOUR, week: 7 * 24 * HOUR, year: 365 * 24 * HOUR } as const;
type Length = keyof typeof LENGTHS;

type Act = "leave" | "mute" | "kick" | "ban" | "close";

/** The player or network that an act is about. */
export interface Subject {
  /** The id of their match. */
  readonly match: string;
  readonly code: string;
  readonly seat: string;
  readonly name: string;
  /** The player's id; `null`: not known. */
  readonly player: string | null;
  /** Where they come from; `null`: not known. */
  readonly address: string | null;
}

interface Props {
  readonly subject: Subject;
  /** The id of the report that this settles; `null`: there is none. */
  readonly report: string | null;
  readonly onDone: () => Promise<void>;
  /** Further buttons. */
  readonly children?: ReactNode;
}

/** What an operator may do about a player: chosen, with an end and a reason, then named and pressed twice. */
export function ActForm({ subject, report, onDone, children }: Props) {
  const [act, setAct] = useState<Act>(report === null ? "kick" : "leave");
  const [length, setLength] = useState<Length>("day");
  const [target, setTarget] = useState<"player" | "address">(subject.player === null ? "address" : "player");
  const [reason, setReason] = useState("");
  const action = useAction();
  const lasts = act === "ban" || act === "mute";
  const known = subject.player !== null && subject.address !== null;
  const whom = target === "player" ? subject.player : subject.address;
  const given = reason.trim();
  const doIt = () =>
    action.run(async () => {
      await perform(act, subject, given, { [target === "player" ? "player" : "addresses"]: whom }, length);
      if (report !== null) await post("settle", { reason: given }, { id: report });
      setReason("");
      await onDone();
    });
  return (
    <div className={styles.acts} aria-busy={action.busy}>
      <Segments<Act> label={i18n._("What to do")} options={actsFor(report)} value={act} onChange={setAct} />
      {lasts ? (
        <Segments<Length> label={i18n._("Until")} options={lengths()} value={length} onChange={setLength} />
      ) : null}
      {lasts && known ? (
        <Segments
          label={i18n._("Whom")}
          options={[
            { value: "player", label: i18n._("the player") },
            { value: "address", label: i18n._("the address {address}", { address: subject.address ?? "" }) },
          ]}
          value={target}
          onChange={setTarget}
        />
      ) : null}
      <Field label={i18n._("Reason")} value={reason} maxLength={200} onChange={setReason} />
      <div className={styles.actions}>
        <ConfirmButton
          key={`${act} ${length} ${target}`}
          label={labelOf(act)}
          result={resultOf(act, subject, wordsOf(length))}
          ready={given !== "" && (!lasts || whom !== null)}
          onConfirm={doIt}
        />
        {children}
      </div>
      <p className={styles.small}>{consequenceOf(act)}</p>
      <OperatorNote error={action.error} />
    </div>
  );
}

async function perform(
  act: Act,
  { match, seat }: Subject,
  reason: string,
  target: Readonly<Record<string, string | null>>,
  length: Length,
): Promise<void> {
  switch (act) {
    case "leave":
      return;
    case "kick":
      await post("remove", { seat, reason }, { id: match });
      return;
    case "close":
      await post("close", { reason }, { id: match });
      return;
    case "ban":
    case "mute":
      await post("sanctions", { kind: act, reason, until: Date.now() + LENGTHS[length], ...target });
  }
}

function actsFor(report: string | null): { value: Act; label: string }[] {
  const acts: Act[] = ["leave", "mute", "kick", "ban", "close"];
  return acts
    .filter((act) => report !== null || act !== "leave")
    .map((act) => ({ value: act, label: labelOf(act) }));
}

function labelOf(act: Act): string {
  switch (act) {
    case "leave":
      return i18n._("Leave it");
    case "mute":
      return i18n._("Mute");
    case "kick":
      return i18n._("Remove");
    case "ban":
      return i18n._("Ban");
    case "close":
      return i18n._("Close match");
  }
}

/** Returns what a second press does. */
function resultOf(act: Act, { name, code }: Subject, time: string): string {
  switch (act) {
    case "leave":
      return i18n._("Settle the report, do nothing else");
    case "mute":
      return i18n._("Mute {name} for {time}", { name, time });
    case "kick":
      return i18n._("Take the seat in {code} from {name}", { name, code });
    case "ban":
      return i18n._("Ban {name} for {time}", { name, time });
    case "close":
      return i18n._("Close match {code} for good", { code });
  }
}

function consequenceOf(act: Act): string {
  switch (act) {
    case "leave":
      return i18n._("The reason is kept in the log. Nobody is told.");
    case "mute":
      return i18n._("They play on, but cannot talk. The reason is kept in the log.");
    case "kick":
      return i18n._("In play a bot takes the seat. The reason is told to the player and kept in the log.");
    case "ban":
      return i18n._("A bot takes their seats. The reason is told to the player and kept in the log.");
    case "close":
      return i18n._("The match ends without a result. The reason is told to everybody there.");
  }
}

const lengths = (): { value: Length; label: string }[] =>
  (Object.keys(LENGTHS) as Length[]).map((value) => ({ value, label: wordsOf(value) }));

function wordsOf(length: Length): string {
  switch (length) {
    case "hour":
      return i18n._("1 hour");
    case "day":
      return i18n._("a day");
    case "week":
      return i18n._("a week");
    case "year":
      return i18n._("a year");
  }
}
