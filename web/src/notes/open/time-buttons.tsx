import { type GameName, isPlayer, type Match } from "@flower-war/client-sdk";
import { Button } from "../../design/parts/button.tsx";
import { delayWords } from "../../session/delay-words.ts";
import { RefusalNote } from "../../session/refusal-note.tsx";
import { useAction } from "../../session/use-action.ts";
import { i18n } from "../../texts/index.ts";
import { HandOverButton } from "./hand-over.tsx";
import { HintButton } from "./hint.tsx";
import { GIVEN, JudgeButtons } from "./judge.tsx";

interface Props<G extends GameName> {
  readonly match: Match<G>;
  readonly onAsked: () => void;
}

/** What players may ask of each other at a table that allows it, and of a bot where they play against bots alone. */
export function MannersButtons<G extends GameName>({
  onHint,
  inPlay,
  others,
  ...props
}: Props<G> &
  Pick<Parameters<typeof JudgeButtons>[0], "inPlay" | "others"> & { readonly onHint: () => void }) {
  const { pauses, holidays, handOvers, judges } = props.match.details;
  const { seat } = props.match;
  const isInPlay = seat !== null && inPlay.includes(seat);
  return (
    <>
      <HintButton match={props.match} onOpen={onHint} />
      {pauses > 0 ? <TimeButtons {...props} inPlay={inPlay} /> : null}
      {isInPlay && holidays > 0 ? <HolidayButtons {...props} /> : null}
      {isInPlay && handOvers !== "no" ? <HandOverButton {...props} /> : null}
      {judges ? <JudgeButtons {...props} inPlay={inPlay} others={others} /> : null}
    </>
  );
}

/** Lets the viewer take days off, of those that they have left. */
function HolidayButtons<G extends GameName>({ match, onAsked }: Props<G>) {
  const action = useAction();
  const { seat, status, details } = match;
  if (seat === null || status !== "playing" || seat in (details.onHoliday ?? {})) return null;
  const take = (days: number) =>
    action.run(async () => {
      await match.takeHoliday(days);
      onAsked();
    });
  const { left, again } = daysOff(match, seat);
  if (left <= 0) {
    const date = new Intl.DateTimeFormat(i18n.locale, { dateStyle: "medium" }).format(again);
    return <p>{i18n._("You can take days off again from {date}.", { date })}</p>;
  }
  return (
    <>
      {[...new Set([1, left])].map((days) => (
        <Button key={days} aria-disabled={action.busy} onClick={() => take(days)}>
          {i18n._("Take {days, plural, one {# day} other {# days}} off", { days })}
        </Button>
      ))}
      <RefusalNote error={action.error} />
    </>
  );
}

/** Returns how many days off a seat's player has left, and when there are more again, ms since 1970. An older server does not say what was taken. */
function daysOff<G extends GameName>({ details, serverTime }: Match<G>, seat: string) {
  const taken = (details.daysTaken?.[seat] ?? []).filter(({ until }) => until > serverTime);
  return {
    left: taken.reduce((left, { days }) => left - days, details.holidays),
    again: Math.min(...taken.map(({ until }) => until)),
  };
}

/** Pauses the match, and gives people time. */
function TimeButtons<G extends GameName>({
  match,
  inPlay,
  onAsked,
}: Props<G> & { readonly inPlay: readonly string[] }) {
  const action = useAction();
  const { seat, status, offer, details } = match;
  const seconds = details.paused === null ? details.pauses : 0;
  if (seat === null || !inPlay.includes(seat) || status !== "playing" || offer !== null || seconds === 0)
    return null;
  const time = delayWords(Math.min(seconds, GIVEN));
  const ask = (call: () => Promise<void>) =>
    action.run(async () => {
      await call();
      onAsked();
    });
  const give = (to: typeof seat) => ask(() => match.giveTime(to, Math.min(seconds, GIVEN)));
  return (
    <>
      <Button aria-disabled={action.busy} onClick={() => ask(() => match.pause(seconds))}>
        {i18n._("Pause for {time}", { time: delayWords(seconds) })}
      </Button>
      <Button aria-disabled={action.busy} onClick={() => give(seat)}>
        {i18n._("Ask for {time} more", { time })}
      </Button>
      {match.seats.map((other) =>
        other.seat === seat || !isPlayer(other.kind) || !inPlay.includes(other.seat) ? null : (
          <Button key={other.seat} aria-disabled={action.busy} onClick={() => give(other.seat)}>
            {i18n._("Give {name} {time} more", { name: other.name, time })}
          </Button>
        ),
      )}
      <RefusalNote error={action.error} />
    </>
  );
}
