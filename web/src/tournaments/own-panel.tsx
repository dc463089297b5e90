import { useState } from "react";
import { paths } from "../base/routes.ts";
import { Button } from "../design/parts/button.tsx";
import { Form } from "../design/parts/field.tsx";
import { GoButton } from "../design/parts/go-button.tsx";
import { Icon } from "../design/parts/icon.tsx";
import { Panel } from "../design/parts/panel.tsx";
import { proposedName } from "../session/memory.ts";
import { NameField } from "../session/name-field.tsx";
import { RefusalNote } from "../session/refusal-note.tsx";
import { useAction } from "../session/use-action.ts";
import { i18n } from "../texts/index.ts";
import type { Props } from "./acts.ts";
import { TEXTS } from "./refusals.ts";
import styles from "./tournament-view.module.css";
import { describeExclusion, describeLeaving, isClosed, leadersOf, listWords } from "./words.ts";

interface OwnProps extends Omit<Props, "live"> {
  /** The viewer's standing; `undefined`: they never took part. */
  readonly own: Props["tournament"]["standings"][number] | undefined;
  /** The id of the match that they are to play now; `null`: none. */
  readonly match: string | null;
}

/** The viewer's part: to register, to wait for a match, to go there. As high with and without one. */
export function OwnPanel({ tournament, viewer, own, match, acts }: OwnProps) {
  const action = useAction();
  const { status } = tournament;
  const isIn = own?.active === true;
  const shutOut = tournament.accountsOnly && viewer?.kind !== "account";
  const excluded = tournament.excluded?.find(({ id }) => id === viewer?.id)?.left ?? null;
  const mayJoin = excluded === null && own?.mayReturn !== false;
  const canJoin = status !== "over" && !isIn && !isClosed(tournament) && mayJoin;
  return (
    <Panel title={titleOf(tournament, isIn, match, mayJoin)} lit={match !== null} className={styles.own}>
      {tournament.endedBy === undefined ? null : <p>{whyEnded(tournament.endedBy)}</p>}
      <p>
        {excluded === null || status === "over"
          ? describe(tournament, own, match, shutOut)
          : describeExclusion(excluded)}
      </p>
      <div className={styles.row}>
        {match === null ? null : (
          <Button tone="go" aria-disabled={action.busy} onClick={() => action.run(() => acts.play(match))}>
            <Icon id="check" />
            {i18n._("Take your seat")}
          </Button>
        )}
        {!canJoin ? null : shutOut ? (
          <GoButton to={paths.player}>{i18n._("Get an account")}</GoButton>
        ) : (
          <RegisterForm
            name={viewer?.name ?? null}
            busy={action.busy}
            onRegister={(name) => action.run(() => acts.register(name))}
          />
        )}
        {status !== "over" && isIn ? (
          <Button aria-disabled={action.busy} onClick={() => action.run(() => acts.withdraw())}>
            {i18n._("Leave the tournament")}
          </Button>
        ) : null}
      </div>
      <RefusalNote error={action.error} texts={TEXTS} />
    </Panel>
  );
}

/** Returns why a tournament ended early. */
function whyEnded(by: NonNullable<Props["tournament"]["endedBy"]>): string {
  switch (by) {
    case "too-few":
      return i18n._("It ended early: too few players were there.");
    case "organiser":
      return i18n._("It ended early: its organiser ended it, or was not there to go on.");
    case "operator":
      return i18n._("It ended early: an operator of this server ended it.");
  }
}

function titleOf(
  tournament: Props["tournament"],
  isIn: boolean,
  match: string | null,
  mayJoin: boolean,
): string {
  if (tournament.status === "over") {
    const leaders = leadersOf(tournament);
    return leaders.length === 0 ? i18n._("Over") : i18n._("{names} won", { names: listWords(leaders) });
  }
  if (match !== null) return i18n._("Your match is ready");
  if (isIn) return i18n._("You take part");
  if (isClosed(tournament)) return i18n._("Going on");
  return mayJoin ? i18n._("Take part") : i18n._("You do not take part");
}

function describe(
  tournament: Props["tournament"],
  own: OwnProps["own"],
  match: string | null,
  shutOut: boolean,
) {
  const { status, tables } = tournament;
  if (status === "over") {
    return own === undefined
      ? i18n._("The tournament is over.")
      : i18n._(
          "The tournament is over. Your place: {place}, with {points, plural, one {# point} other {# points}}.",
          own,
        );
  }
  if (match !== null) {
    const others = tables.find((table) => table.match === match)?.players.filter(({ id }) => id !== own?.id);
    return i18n._("You play with {names}. Who does not come in time loses the match.", {
      names: listWords((others ?? []).map(({ name }) => name)),
    });
  }
  if (own?.active === true) {
    return status === "gathering"
      ? i18n._("Stay here: your first match appears as soon as it is paired.")
      : i18n._("Place {place}, points: {points}. Your next match appears here.", {
          place: own.place,
          points: i18n.number(own.points),
        });
  }
  if (own !== undefined) return describeLeaving(own, isClosed(tournament));
  if (isClosed(tournament)) return i18n._("The last round is paired: no one can join any more.");
  return shutOut
    ? i18n._("Only players with an account take part. Add a passkey on your page to have one.")
    : i18n._("Your matches appear here, one after the other.");
}

interface RegisterProps {
  /** The viewer's; `null`: they have no player yet. */
  readonly name: string | null;
  readonly busy: boolean;
  readonly onRegister: (name: string) => void;
}

function RegisterForm({ name: known, busy, onRegister }: RegisterProps) {
  const [proposed] = useState(proposedName);
  const [typed, setTyped] = useState<string | null>(null);
  const name = typed ?? known ?? proposed;
  return (
    <Form className={styles.register} aria-busy={busy} onSubmit={() => onRegister(name.trim())}>
      <NameField name={name} onChange={setTyped} />
      <Button type="submit" tone="go" aria-disabled={busy}>
        {i18n._("Register")}
      </Button>
    </Form>
  );
}
