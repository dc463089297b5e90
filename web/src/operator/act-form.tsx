import { type ReactNode, useState } from "react";
import { useSecondPress } from "../base/use-second-press.ts";
import { Button } from "../design/parts/button.tsx";
import { Field } from "../design/parts/field.tsx";
import { Segments } from "../design/parts/segments.tsx";
import { describePasskeyError } from "../passkeys/passkeys.ts";
import type { PartTexts } from "../refusals/refusal-texts.ts";
import { RefusalNote } from "../session/refusal-note.tsx";
import { useAction } from "../session/use-action.ts";
import { i18n } from "../texts/index.ts";
import { post } from "./api.ts";
import styles from "./operator.module.css";
import { useMay } from "./rights.ts";

const HOUR = 3_600_000;

/** How long a ban or mute may last. */
const LENGTHS = {
  hour: { ms: HOUR, label: () => i18n._("1 hour") },
  day: { ms: 24 * HOUR, label: () => i18n._("a day") },
  week: { ms: 7 * 24 * HOUR, label: () => i18n._("a week") },
  year: { ms: 365 * 24 * HOUR, label: () => i18n._("a year") },
};
type Length = keyof typeof LENGTHS;

/** What an operator may do. `result`: what a second press does. `consequence`: what follows for the player, and who is told. */
const ACTS = {
  leave: {
    label: () => i18n._("Leave it"),
    result: () => i18n._("Settle what is reported, do nothing else"),
    consequence: () => i18n._("The reason is kept in the log. No player is told."),
  },
  mute: {
    label: () => i18n._("Mute"),
    result: ({ name }: Subject, time: string) => i18n._("Mute {name} for {time}", { name, time }),
    consequence: () => i18n._("They play on, but cannot talk. The reason is kept in the log."),
  },
  kick: {
    label: () => i18n._("Remove"),
    result: ({ name, code }: Subject) => i18n._("Take the seat in {code} from {name}", { name, code }),
    consequence: () =>
      i18n._("In play a bot takes the seat. The reason is told to the player and kept in the log."),
  },
  ban: {
    label: () => i18n._("Ban"),
    result: ({ name }: Subject, time: string) => i18n._("Ban {name} for {time}", { name, time }),
    consequence: () =>
      i18n._("A bot takes their seats. The reason is told to the player and kept in the log."),
  },
  close: {
    label: () => i18n._("Close match"),
    result: ({ code }: Subject) => i18n._("Close match {code} for good", { code }),
    consequence: () => i18n._("The match ends without a result. The reason is told to all who are there."),
  },
};
type Act = keyof typeof ACTS;

/** Returns the choices of a table, in its order. */
const optionsOf = <Value extends string>(
  table: { readonly [V in Value]: { readonly label: () => string } },
): { value: Value; label: string }[] =>
  (Object.keys(table) as Value[]).map((value) => ({ value, label: table[value].label() }));

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
  /** The target of the reports that this settles, and a date: later ones stay. `null`: there is none. */
  readonly settles: { readonly target: string; readonly before: number } | null;
  readonly onDone: () => Promise<unknown>;
  /** Further buttons. */
  readonly children?: ReactNode;
}

/** What an operator may do about a player: chosen, with an end and a reason, then named and pressed twice. */
export function ActForm({ subject, settles, onDone, children }: Props) {
  const [act, setAct] = useState<Act>(settles === null ? "kick" : "leave");
  const [length, setLength] = useState<Length>("day");
  const [target, setTarget] = useState<"player" | "address">(subject.player === null ? "address" : "player");
  const [reason, setReason] = useState("");
  const mayClose = useMay("close-match");
  const action = useAction();
  const lasts = act === "ban" || act === "mute";
  const known = subject.player !== null && subject.address !== null;
  const whom = target === "player" ? subject.player : subject.address;
  const given = reason.trim();
  const doIt = () =>
    action.run(async () => {
      await perform(act, subject, given, { [target === "player" ? "player" : "addresses"]: whom }, length);
      if (settles !== null) {
        const { target: settled, before } = settles;
        await post("settleReports", { reason: given, targets: [settled], before });
      }
      setReason("");
      await onDone();
    });
  return (
    <div className={styles.acts} aria-busy={action.busy}>
      <Segments<Act>
        label={i18n._("What to do")}
        options={optionsOf(ACTS).filter(
          ({ value }) => (settles !== null || value !== "leave") && (mayClose || value !== "close"),
        )}
        value={act}
        onChange={setAct}
      />
      {lasts ? (
        <Segments<Length>
          label={i18n._("Until")}
          options={optionsOf(LENGTHS)}
          value={length}
          onChange={setLength}
        />
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
          label={ACTS[act].label()}
          result={ACTS[act].result(subject, LENGTHS[length].label())}
          ready={given !== "" && (!lasts || whom !== null)}
          onConfirm={doIt}
        />
        {children}
      </div>
      <p className={styles.small}>{ACTS[act].consequence()}</p>
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
      await post("sanctions", { kind: act, reason, until: Date.now() + LENGTHS[length].ms, ...target });
  }
}

interface ConfirmButtonProps {
  readonly label: string;
  /** What the second press does, in full. */
  readonly result: string;
  /** Whether it can be pressed at all. */
  readonly ready?: boolean;
  readonly onConfirm: () => void;
}

/** A button whose first press names what the second one does. */
export function ConfirmButton({ label, result, ready = true, onConfirm }: ConfirmButtonProps) {
  const [asked, press] = useSecondPress(onConfirm);
  return (
    <Button tone={asked ? "go" : "plain"} aria-disabled={!ready} onClick={ready ? press : undefined}>
      {asked && ready ? result : label}
    </Button>
  );
}

/** What is wrong with a match's file: the `reason` of `bad-match-file`. */
const FILE_FLAWS = new Map<string, (line: number) => string>([
  ["foreign", (line) => i18n._("This is no file of a match (line {line}).", { line })],
  ["record", () => i18n._("This is the record of a finished match. Players open it from the lobby.")],
  ["newer", () => i18n._("A newer version wrote this file: update this server.")],
  ["incomplete", (line) => i18n._("The file is cut off: lines are missing from line {line} on.", { line })],
  ["changed", (line) => i18n._("Line {line} was changed.", { line })],
  ["over", () => i18n._("This match is over.")],
]);

/** What operators are refused. */
const TEXTS: PartTexts<"operator"> = {
  "bad-match-file": ({ line = 1, reason = "" }) =>
    FILE_FLAWS.get(reason)?.(line) ??
    i18n._("Line {line} does not follow from those before it, by the rules, the dice and the seats.", {
      line,
    }),
  "match-known": () => i18n._("This server has this match already, or had it."),
  unauthorized: () => i18n._("The password is wrong."),
  "too-many-attempts": () => i18n._("Too many attempts. Wait a moment."),
  "bad-addresses": () =>
    i18n._("This is no address or network. Write it like 203.0.113.0/24 or 2001:db8::/48."),
  "unknown-server": () => i18n._("This server is no longer running."),
  "unknown-report": () => i18n._("This report no longer exists."),
  "unknown-sanction": () => i18n._("This ban or mute was lifted already."),
  "not-administrator": () => i18n._("Only administrators may do this."),
  "unknown-tournament": () => i18n._("This tournament no longer exists."),
  "unknown-study": () => i18n._("There is no such study: it was deleted, or its link is not complete."),
  "unknown-operator": () => i18n._("This operator was removed."),
  "operator-known": () => i18n._("An operator has this name, or one that looks like it."),
  "bad-invitation": () =>
    i18n._("This link was used, is older than an hour, or was replaced. Ask for a new one."),
  "passkey-required": () => i18n._("Operators sign in with their passkeys here, not with the password."),
  "bad-passkey": () => i18n._("This did not work. Try again."),
  "unknown-passkey": () => i18n._("No operator has this passkey."),
  "passkey-known": () => i18n._("An operator has this passkey already."),
  "too-many-passkeys": () => i18n._("You have as many passkeys as you can have."),
};

/** Says why something that an operator asked for was refused. @param error `null`: nothing */
export function OperatorNote({ error }: { readonly error: unknown }) {
  const passkey = describePasskeyError(error);
  return passkey === null ? <RefusalNote error={error} texts={TEXTS} /> : <p role="alert">{passkey}</p>;
}
