import {
  type GameName,
  isPlayer,
  type Match,
  REPORT_REASONS,
  type ReportReason,
} from "@flower-war/client-sdk";
import { useState } from "react";
import { Button } from "../design/parts/button.tsx";
import { Field, Form, Select } from "../design/parts/field.tsx";
import { RefusalNote } from "../session/refusal-note.tsx";
import { seatName } from "../session/seat-names.ts";
import { useAction } from "../session/use-action.ts";
import { i18n } from "../texts/index.ts";
import styles from "./report-form.module.css";

/** Characters of a report's text. */
const MOST_TEXT = 500;

const REASONS: { readonly [R in ReportReason]: () => string } = {
  insults: () => i18n._("Insults"),
  name: () => i18n._("An offensive name"),
  "table-name": () => i18n._("An offensive name of the table"),
  cheating: () => i18n._("Cheating"),
  stalling: () => i18n._("Stalling"),
  other: () => i18n._("Something else"),
};

interface Props<G extends GameName> {
  readonly match: Match<G>;
  /** The seat that is chosen at first; missing: the first of the others. */
  readonly seat?: string;
}

/** Tells the operator of another player. */
export function ReportForm<G extends GameName>({ match, seat }: Props<G>) {
  const others = match.seats.filter((person) => isPlayer(person.kind) && person.seat !== match.seat);
  const [chosen, setChosen] = useState<string>(seat ?? others[0]?.seat ?? "");
  const [reason, setReason] = useState<ReportReason>("insults");
  const [text, setText] = useState("");
  const [done, setDone] = useState(false);
  const action = useAction();
  const person = others.find((other) => other.seat === chosen);
  // The table's name is its host's.
  const isNamed = match.details.title !== "" && person?.host === true;
  const reasons = REPORT_REASONS.filter((each) => each !== "table-name" || isNamed);
  const given = reasons.includes(reason) ? reason : "insults";
  if (done) {
    return <p role="status">{i18n._("Thank you. The operator reads it; the player is not told.")}</p>;
  }
  if (person === undefined) return <p>{i18n._("There is no other player to report.")}</p>;
  return (
    <Form
      className={styles.form}
      aria-busy={action.busy}
      onSubmit={() =>
        action.run(async () => {
          await match.report(person.seat, given, text.slice(0, MOST_TEXT));
          setDone(true);
        })
      }
    >
      <p>{i18n._("The operator of this server gets the last 200 lines of this match with it.")}</p>
      <Select
        label={i18n._("Player")}
        value={chosen}
        onChange={setChosen}
        options={others.map((other) => ({
          value: other.seat,
          label: `${other.name}, ${seatName(other.seat)}`,
        }))}
      />
      <Select
        label={i18n._("Reason")}
        value={given}
        onChange={(value) => setReason(value as ReportReason)}
        options={reasons.map((value) => ({ value, label: REASONS[value]() }))}
      />
      <Field label={i18n._("What happened?")} value={text} maxLength={MOST_TEXT} onChange={setText} />
      <Button tone="go" type="submit">
        {i18n._("Report {name}", { name: person.name })}
      </Button>
      <RefusalNote error={action.error} />
    </Form>
  );
}
