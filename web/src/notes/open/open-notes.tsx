import type { GameName, Match, OpenOffer } from "@flower-war/client-sdk";
import { useEffect } from "react";
import { useRedraw } from "../../base/use-redraw.ts";
import { Button } from "../../design/parts/button.tsx";
import { Icon } from "../../design/parts/icon.tsx";
import { Notice } from "../../design/parts/notice.tsx";
import { nameAt } from "../../session/bot.tsx";
import { delayWords } from "../../session/delay-words.ts";
import { actAsJudge, forgetJudge, judgeSecret } from "../../session/judge.ts";
import { durationWords } from "../../session/match-facts.ts";
import { RefusalNote } from "../../session/refusal-note.tsx";
import { useAction } from "../../session/use-action.ts";
import { i18n } from "../../texts/index.ts";
import { SeatSign } from "../../session/seat-sign.tsx";
import { laterPart } from "../../texts/lazy-part.tsx";
import { Drawing } from "../../art/drawing.tsx";
import styles from "../notes.module.css";
import { useClose } from "./use-close.tsx";

/** Lets the viewer, whom all others have left alone, end the match. */
export function OpenClaimNote<G extends GameName>({ match }: { readonly match: Match<G> }) {
  const action = useAction();
  const bots = match.seats.some(({ kind }) => kind === "bot");
  return (
    <Notice
      level={null}
      tone="lit"
      picture={<Icon id="clock" />}
      title={i18n._("The others have left you alone")}
      actions={
        <>
          <Button
            tone="gold"
            aria-disabled={action.busy}
            onClick={() => action.run(() => match.claim("win"))}
          >
            {bots ? i18n._("Play on without them") : i18n._("Claim the win")}
          </Button>
          <Button aria-disabled={action.busy} onClick={() => action.run(() => match.claim("abort"))}>
            {i18n._("Abort the match")}
          </Button>
        </>
      }
    >
      <p>{i18n._("You need not wait for them any longer: let them concede, or abort the match.")}</p>
      <RefusalNote error={action.error} />
    </Notice>
  );
}

interface Props<G extends GameName> {
  readonly match: Match<G>;
  readonly offer: OpenOffer<G>;
}

/** An open offer to end the match, with the viewer's answers to it. */
export function OpenOfferNote<G extends GameName>({ match, offer }: Props<G>) {
  const action = useAction();
  const { seat } = match;
  const isOwn = offer.by === seat;
  const isJudges = offer.by.length === 0;
  const isAsked = seat !== null && offer.asked.includes(seat);
  const [closed, close] = useClose();
  // A newer server may know further ones.
  if (!(offer.what in WORDS) || closed) return null;
  const words = WORDS[offer.what];
  const about = {
    name: isJudges ? (match.details.judge?.name ?? "") : nameAt(match, offer.by),
    to: offer.to === undefined || offer.to === offer.by ? "" : nameAt(match, offer.to),
    time: delayWords(offer.seconds ?? 0),
  };
  const decline = (
    <Button aria-disabled={action.busy} onClick={() => action.run(() => match.declineOffer(offer))}>
      {isOwn ? i18n._("Withdraw") : offer.what === "hand-seat" ? i18n._("Object") : i18n._("Decline")}
    </Button>
  );
  const accept = (
    <Button
      tone="gold"
      aria-disabled={action.busy}
      onClick={() => action.run(() => match.acceptOffer(offer))}
    >
      {words.agree()}
    </Button>
  );
  return (
    <Notice
      level={null}
      tone={isAsked ? "lit" : "waiting"}
      picture={isJudges ? <Icon id="eye" /> : <SeatSign seat={offer.by} />}
      title={isOwn ? words.own(about) : isJudges ? (words.judges ?? words.title)(about) : words.title(about)}
      actions={
        isAsked || isOwn ? (
          <>
            {isAsked ? accept : null}
            {decline}
          </>
        ) : (
          close
        )
      }
    >
      <p>{isAsked ? words.meaning() : waitingFor(match, offer)}</p>
      <RefusalNote error={action.error} />
    </Notice>
  );
}

/** Whose offer it is, and with `give-time` and `pause` how much time, and for whom; `to` is `""` if it is for who asks. */
interface About extends Record<string, string> {
  readonly name: string;
  readonly to: string;
  readonly time: string;
}

/** What is said of an offer. */
const WORDS: {
  readonly [What in OpenOffer["what"]]: {
    readonly title: (about: About) => string;
    readonly own: (about: About) => string;
    /** As the judge asks for it; missing: they do not. */
    readonly judges?: (about: About) => string;
    readonly agree: () => string;
    readonly meaning: () => string;
  };
} = {
  draw: {
    title: ({ name }) => i18n._("{name} offers a draw", { name }),
    own: () => i18n._("You offer a draw"),
    judges: ({ name }) => i18n._("The judge {name} asks for a draw", { name }),
    agree: () => i18n._("Agree to a draw"),
    meaning: () => i18n._("If everybody agrees, the match ends and nobody has won."),
  },
  abort: {
    title: ({ name }) => i18n._("{name} wants to abort the match", { name }),
    own: () => i18n._("You want to abort the match"),
    judges: ({ name }) => i18n._("The judge {name} asks to abort the match", { name }),
    agree: () => i18n._("Agree to abort"),
    meaning: () => i18n._("If everybody agrees, the match ends and counts for nothing."),
  },
  "take-back": {
    title: ({ name }) => i18n._("{name} wants to take the last act back", { name }),
    own: () => i18n._("You want to take your last act back"),
    agree: () => i18n._("Agree to take it back"),
    meaning: () =>
      i18n._("If all agree, the match goes on as if it had not been made. Nothing was revealed by it."),
  },
  pause: {
    title: (about) => i18n._("{name} asks for a pause of {time}", about),
    own: (about) => i18n._("You ask for a pause of {time}", about),
    agree: () => i18n._("Agree to pause"),
    meaning: () => i18n._("If all agree, no clock runs and no bot plays until one of you plays on."),
  },
  "give-time": {
    title: (about) =>
      about.to === ""
        ? i18n._("{name} asks for {time} more", about)
        : i18n._("{name} asks for {time} more for {to}", about),
    own: (about) =>
      about.to === ""
        ? i18n._("You ask for {time} more", about)
        : i18n._("You ask for {time} more for {to}", about),
    agree: () => i18n._("Agree to give time"),
    meaning: () => i18n._("If all agree, the clock of this seat gets the time."),
  },
  "hand-seat": {
    title: ({ name }) => i18n._("{name} wants to hand the seat to another person", { name }),
    own: () => i18n._("You want to hand your seat to another person"),
    agree: () => i18n._("I agree"),
    meaning: () =>
      i18n._(
        "That person sees what the seat holds, and plays on. If no one objects, it happens in a moment.",
      ),
  },
};

/** The match stands still: until when, and how it goes on. */
function OpenPauseNote<G extends GameName>({
  match,
  until,
}: {
  readonly match: Match<G>;
  readonly until: number;
}) {
  const action = useAction();
  useRedraw(1000, true);
  const left = Math.max(0, until - match.serverTime);
  const time = durationWords(left);
  const secret = judgeSecret(match);
  const playOn = () => (secret === null ? match.resume() : actAsJudge(match, secret, { act: "resume" }));
  return (
    <Notice
      level={null}
      tone="waiting"
      picture={<Icon id="clock" />}
      title={i18n._("The match is paused for {time} at most", { time })}
      actions={
        match.seat === null && secret === null ? undefined : (
          <Button aria-disabled={action.busy} onClick={() => action.run(playOn)}>
            {i18n._("Play on")}
          </Button>
        )
      }
    >
      <p data-paused>{i18n._("No clock runs, and no bot plays. Whoever plays ends the pause.")}</p>
      <RefusalNote error={action.error} />
    </Notice>
  );
}

const OpenHandOverNote = laterPart(
  async () => (await import("./hand-over.tsx")).OpenHandOverNote,
  "notes/open",
);

const OpenJudgeNote = laterPart(async () => (await import("./judge.tsx")).OpenJudgeNote, "notes/open");

/** A player is on holiday: until when, and the way back for the viewer. */
function OpenHolidayNote<G extends GameName>({
  match,
  away,
  until,
}: {
  readonly match: Match<G>;
  readonly away: string;
  readonly until: number;
}) {
  const action = useAction();
  const isOwn = away === match.seat;
  const format = new Intl.DateTimeFormat(i18n.locale, { dateStyle: "medium", timeStyle: "short" });
  const end = format.format(until);
  const [closed, close] = useClose();
  if (closed) return null;
  return (
    <Notice
      level={null}
      tone="waiting"
      picture={<Icon id="clock" />}
      title={
        isOwn
          ? i18n._("You are on holiday until {end} at most", { end })
          : i18n._("{name} is on holiday until {end} at most", { name: nameAt(match, away), end })
      }
      actions={
        <>
          {isOwn ? (
            <Button aria-disabled={action.busy} onClick={() => action.run(() => match.takeHoliday(0))}>
              {i18n._("I am back")}
            </Button>
          ) : null}
          {close}
        </>
      }
    >
      <p>{i18n._("The clock of this seat stands. It runs again when its player plays.")}</p>
      <RefusalNote error={action.error} />
    </Notice>
  );
}

/** That the match is paused, and who is on holiday; and what the viewer can do with their own seat: take their last act back, or give it to who has its link. */
export function OpenMannersNotes<G extends GameName>({ match }: { readonly match: Match<G> }) {
  const { seat, details, offer, status } = match;
  useEffect(() => forgetJudge(match));
  if (status !== "playing") return null;
  return (
    <>
      {details.paused ? <OpenPauseNote match={match} until={details.paused.until} /> : null}
      <div role="status" className={styles.list}>
        {details.judge ? <OpenJudgeNote key={details.judge.name} {...details.judge} match={match} /> : null}
      </div>
      {Object.entries(details.onHoliday ?? {}).map(([away, until]) => (
        <OpenHolidayNote key={`${away} ${until}`} match={match} away={away} until={until} />
      ))}
      {details.takeBack?.seat === seat && offer === null ? <OpenTakeBackNote match={match} /> : null}
      {seat !== null && details.offeredSeats.includes(seat) ? <OpenHandOverNote match={match} /> : null}
    </>
  );
}

/** Lets the viewer take their last act back. */
function OpenTakeBackNote<G extends GameName>({ match }: { readonly match: Match<G> }) {
  const action = useAction();
  return (
    <Notice
      level={null}
      picture={<Icon id="again" />}
      actions={
        <Button aria-disabled={action.busy} onClick={() => action.run(() => match.takeBack())}>
          {i18n._("Take back")}
        </Button>
      }
      title={i18n._("You can take your last act back")}
    >
      <RefusalNote error={action.error} />
    </Notice>
  );
}

function waitingFor<G extends GameName>(match: Match<G>, { asked }: OpenOffer<G>): string {
  const list = new Intl.ListFormat(i18n.locale, { type: "conjunction" });
  return i18n._("Waiting for {names}", { names: list.format(asked.map((seat) => nameAt(match, seat))) });
}

/** A seat that became local to a temple. */
export interface TempleMove {
  readonly seat: string;
  /** The name of its player. */
  readonly name: string;
  /** The temple that had the seat before; `null`: none. */
  readonly from: string | null;
  readonly to: string;
}

interface OpenTempleMovesProps {
  readonly moves: readonly TempleMove[];
  /** The viewer's; `null`: they watch. */
  readonly seat: string | null;
}

/** Which seats play with a temple from now on, or with another one. */
export function OpenTempleMoves({ moves, seat: own }: OpenTempleMovesProps) {
  return (
    <>
      {moves.map((move) => (
        <Notice
          key={move.seat}
          level={null}
          picture={<Drawing sheet="marks" id="temple" />}
          title={move.seat === own ? describeOwn(move) : describe(move)}
        />
      ))}
    </>
  );
}

function describeOwn({ from, to }: TempleMove): string {
  return from === null
    ? i18n._("You play with {temple} now", { temple: to })
    : i18n._("You play with {temple} now, no longer with {before}", { temple: to, before: from });
}

function describe({ name, from, to }: TempleMove): string {
  return from === null
    ? i18n._("{name} plays with {temple} now", { name, temple: to })
    : i18n._("{name} plays with {temple} now, no longer with {before}", { name, temple: to, before: from });
}

/** Beads that were refused and still lie in the lake of a temple (temple protocol J-12), as numbers below 0; above 0: to put in (J-11). */
export function OpenDebts({ fixH, fixT }: { readonly fixH: number; readonly fixT: number }) {
  const beads = [
    { god: "Tlaloc", fix: fixT },
    { god: "Huitzilopochtli", fix: fixH },
  ].filter(({ fix }) => fix !== 0);
  return beads.map(({ god, fix }) => (
    <Notice
      key={god}
      level={null}
      tone="lit"
      picture={<Drawing sheet="marks" id={`shrine-${god.toLowerCase()}`} />}
      title={
        fix < 0
          ? i18n._("Take {count} from {god}'s half of the lake", { count: -fix, god })
          : i18n._("Put {count} into {god}'s half of the lake", { count: fix, god })
      }
    >
      {fix < 0 ? i18n._("Then press the temple's confirm button. It was not time to offer.") : null}
    </Notice>
  ));
}
