import type { Challenge, DeclineReason, GameName, Match, OnlineBot, SeatInfo } from "@flower-war/client-sdk";
import { Button } from "../design/parts/button.tsx";
import { DialogLink } from "../design/parts/dialog-link.tsx";
import type { PartTexts } from "../refusals/refusal-texts.ts";
import { host } from "../session/host.ts";
import { RefusalNote } from "../session/refusal-note.tsx";
import { useAction } from "../session/use-action.ts";
import { useAnswer } from "../session/use-answer.ts";
import { i18n } from "../texts/index.ts";
import styles from "./invite-bot.module.css";

export const TEXTS: PartTexts<"gather"> = {
  "too-many-barred": () =>
    i18n._("You have blocked or silenced as many as you can. Let one come back first."),
  "unknown-bot": () => i18n._("This bot is no longer online."),
  "bot-busy": () => i18n._("Too many tables invite this bot. Invite another one."),
  "challenge-open": () =>
    i18n._("A bot is invited already: to this seat, or this one to another seat. Wait for its answer."),
  "too-many-challenges": () => i18n._("You invited too many bots. Wait a moment."),
};

interface Props<G extends GameName> {
  readonly match: Match<G>;
  readonly seat: SeatInfo<G>["seat"];
  /** The seat's name. */
  readonly where: string;
}

/** Lets the host of a table invite a bot account to a free seat. */
export function InviteBotButton<G extends GameName>({ where, ...props }: Props<G>) {
  const title = i18n._("Invite a bot");
  return (
    <DialogLink label={i18n._("Invite a bot, {seat}", { seat: where })} words={<>+ {title}</>} title={title}>
      {(close) => <OnlineBots {...props} onInvited={close} />}
    </DialogLink>
  );
}

interface OnlineBotsProps<G extends GameName> extends Omit<Props<G>, "where"> {
  readonly onInvited: () => void;
}

/** The bot accounts that are online, each with a button. */
function OnlineBots<G extends GameName>({ match, seat, onInvited }: OnlineBotsProps<G>) {
  const { answer, error } = useAnswer("bots", async () => (await host.identity()).listBots());
  const bots = answer ?? (error === null ? null : []);
  const action = useAction();
  const invite = async ({ id }: OnlineBot) => {
    await match.challenge(seat, id);
    onInvited();
  };
  return (
    <div className={styles.bots} aria-busy={bots === null || action.busy}>
      <p>{i18n._("These are programs of other people. The one that you invite has a minute to answer.")}</p>
      {bots?.length === 0 ? <p>{i18n._("No such bot is online now.")}</p> : null}
      <ul>
        {bots?.map((bot) => (
          <li key={bot.id}>
            <Button onClick={() => action.run(() => invite(bot))}>{bot.name}</Button>
          </li>
        ))}
      </ul>
      <RefusalNote error={action.error ?? error} texts={TEXTS} />
    </div>
  );
}

interface NoteProps<G extends GameName> {
  readonly match: Match<G>;
  readonly seat: string;
}

/** Says which bot account is invited to a free seat, and what it answered. */
export function ChallengeNote<G extends GameName>({ match, seat }: NoteProps<G>) {
  const challenge = match.challenges.find((each) => each.seat === seat);
  return <p role="status">{challenge === undefined ? null : describeChallenge(challenge)}</p>;
}

function describeChallenge({ name, status, reason }: Challenge): string {
  switch (status) {
    case "open":
      return i18n._("{name} is invited and has not answered yet.", { name });
    case "expired":
      return i18n._("{name} did not answer.", { name });
    case "declined":
      return i18n._("{name} does not come: {reason}.", { name, reason: REASONS[reason ?? "other"]() });
  }
}

const REASONS: { readonly [R in DeclineReason]: () => string } = {
  busy: () => i18n._("it is busy"),
  game: () => i18n._("it does not play this game"),
  options: () => i18n._("it does not play with these options"),
  clock: () => i18n._("it does not play with this clock"),
  other: () => i18n._("it says no"),
};
