import type { SuspectedGroup } from "@flower-war/client-sdk/admin";
import { useState } from "react";
import { Button } from "../design/parts/button.tsx";
import { Dialog } from "../design/parts/dialog.tsx";
import { Field } from "../design/parts/field.tsx";
import { catalogEntry } from "../games/catalog.ts";
import { useAction } from "../session/use-action.ts";
import { useAnswer } from "../session/use-answer.ts";
import { i18n } from "../texts/index.ts";
import { ConfirmButton, OperatorNote } from "./act-form.tsx";
import { get, post } from "./api.ts";
import styles from "./operator.module.css";
import { useMay } from "./rights.ts";
import { describeTime } from "./words.ts";

interface Props {
  readonly onClose: () => void;
  readonly onDone: () => Promise<unknown>;
}

/** Accounts whose ratings should be looked at, and why. */
export function RatingsDialog({ onClose, onDone }: Props) {
  const { answer, error, refresh } = useAnswer("ratings", () =>
    get<{ groups: readonly SuspectedGroup[] }>("ratings"),
  );
  /** The accounts that an act is asked about; `null`: the list is shown. */
  const [asked, setAsked] = useState<SuspectedGroup | null>(null);
  const [reversed, setReversed] = useState<number | null>(null);
  const mayReverse = useMay("reverse-ratings");
  const leave = async (matches: number | null) => {
    setReversed(matches);
    setAsked(null);
    await Promise.all([refresh(), onDone()]);
  };
  if (asked !== null) {
    return (
      <Dialog title={i18n._("Reverse ratings")} onClose={() => setAsked(null)}>
        <ReversalForm group={asked} onBack={() => setAsked(null)} onDone={leave} />
      </Dialog>
    );
  }
  return (
    <Dialog title={i18n._("Ratings")} className={styles.wide} onClose={onClose}>
      <p role="status">
        {reversed === null
          ? null
          : i18n._(
              "{matches, plural, =0 {No match of these accounts alone was rated.} one {# match is no longer rated.} other {# matches are no longer rated.}}",
              { matches: reversed },
            )}
      </p>
      {answer?.groups.length === 0 ? <p>{i18n._("No ratings were flagged.")}</p> : null}
      <ul className={styles.operators}>
        {answer?.groups.map((group) => (
          <li key={group.players.map(({ id }) => id).join(" ")}>
            <p>{describePlayers(group)}</p>
            <Flags flags={group.flags} />
            {mayReverse ? (
              <div className={styles.actions}>
                <Button onClick={() => setAsked(group)}>
                  {i18n._("Reverse or settle: {names}", { names: namesOf(group) })}
                </Button>
              </div>
            ) : null}
          </li>
        ))}
      </ul>
      <OperatorNote error={error} />
    </Dialog>
  );
}

/** What was flagged of some accounts, the latest first. */
function Flags({ flags }: Pick<SuspectedGroup, "flags">) {
  return (
    <div className={styles.scroll} role="region" aria-label={i18n._("What was noticed")} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{i18n._("When")}</th>
            <th scope="col">{i18n._("What was noticed")}</th>
            <th scope="col">{i18n._("Game")}</th>
            <th scope="col">{i18n._("Match")}</th>
          </tr>
        </thead>
        <tbody>
          {flags.map((flag) => (
            <tr key={`${flag.match} ${flag.kind}`}>
              <td>{describeTime(flag.at)}</td>
              <td>{describeFlag(flag)}</td>
              <td>{catalogEntry(flag.game)?.title ?? flag.game}</td>
              <td>{flag.match}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface ReversalFormProps {
  readonly group: SuspectedGroup;
  readonly onBack: () => void;
  /** Called with how many matches are no longer rated; `null`: that was not asked for. */
  readonly onDone: (matches: number | null) => Promise<unknown>;
}

/** Says what reversing does, then does it; or leaves the ratings as they are. */
function ReversalForm({ group, onBack, onDone }: ReversalFormProps) {
  const [reason, setReason] = useState("");
  const action = useAction();
  const names = namesOf(group);
  const body = { players: group.players.map(({ id }) => id), reason: reason.trim() };
  const ready = body.reason !== "";
  const reverse = () =>
    action.run(async () => onDone((await post<{ matches: number }>("reverse", body)).matches));
  const settle = () =>
    action.run(async () => {
      await post("settleFlags", body);
      await onDone(null);
    });
  return (
    <div className={styles.acts} aria-busy={action.busy}>
      <p>{describePlayers(group)}</p>
      <ul className={styles.seats}>
        <li>
          {i18n._("All matches in which these accounts alone were rated lose their rating, in one act.")}
        </li>
        <li>
          {i18n._("The accounts lose what they gained there, get back what they lost, and rank accordingly.")}
        </li>
        <li>
          {i18n._(
            "Histories keep the matches, marked as reversed. The former ratings, your name and the reason are kept.",
          )}
        </li>
        <li>{i18n._("This cannot be undone: a match is never rated again.")}</li>
      </ul>
      <Field label={i18n._("Reason")} value={reason} maxLength={200} onChange={setReason} />
      <div className={styles.actions}>
        <ConfirmButton
          label={i18n._("Reverse the ratings")}
          result={i18n._("Reverse the ratings of {names}", { names })}
          ready={ready}
          onConfirm={reverse}
        />
        <ConfirmButton
          label={i18n._("Settle")}
          result={i18n._("Settle what was noticed, do nothing else")}
          ready={ready}
          onConfirm={settle}
        />
        <Button onClick={onBack}>{i18n._("Back")}</Button>
      </div>
      <OperatorNote error={action.error} />
    </div>
  );
}

const nameOf = ({ name }: SuspectedGroup["players"][number]): string => name ?? i18n._("a deleted player");

const namesOf = ({ players }: SuspectedGroup): string => players.map(nameOf).join(", ");

/** Returns accounts with their ratings. */
function describePlayers({ players }: SuspectedGroup): string {
  return players
    .map((player) => {
      const ratings = player.ratings.map(({ game, value, matches, provisional }) => {
        const title = catalogEntry(game)?.title ?? game;
        const values = { title, value, matches };
        return provisional
          ? i18n._("{title} {value}, provisional, {matches, plural, one {# match} other {# matches}}", values)
          : i18n._("{title} {value}, {matches, plural, one {# match} other {# matches}}", values);
      });
      return `${nameOf(player)} (${ratings.length === 0 ? i18n._("not rated") : ratings.join("; ")})`;
    })
    .join(" · ");
}

/** Returns why a match was flagged, with the evidence. A newer server may have another kind. */
function describeFlag({ kind, evidence }: SuspectedGroup["flags"][number]): string {
  const { short = 0, matches = 0, won = 0, gained = 0 } = evidence;
  switch (kind) {
    case "same-network":
      return i18n._("They came from one network");
    case "instant-concession":
      return i18n._(
        "Conceded at once: {short, plural, one {# player} other {# players}} with too few turns",
        { short },
      );
    case "closed-circle":
      return i18n._("A closed circle: one won {won} of {matches} matches in it and gained {gained} points", {
        won,
        matches,
        gained,
      });
    default:
      return kind;
  }
}
