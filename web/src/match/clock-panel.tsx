import type { GameMap, GameName, Match, SeatClock } from "@flower-war/client-sdk";
import { useEffect, useState } from "react";
import type { GameFace } from "../games/face.ts";
import { RefusalNote } from "../parts/refusal-note.tsx";
import { useAction } from "../use-action.ts";
import { durationWords } from "./duration-words.ts";

interface Props<G extends GameName> {
  readonly match: Match<G>;
  readonly face: GameFace<GameMap[G]>;
}

/** How long each awaited player may still think, and who is away. Nothing where a match has no clocks. */
export function ClockPanel<G extends GameName>({ match, face }: Props<G>) {
  const action = useAction();
  const { clock, seat: own } = match;
  const runs = clock !== null && [...clock.seats.values()].some(({ deadline }) => deadline !== null);
  const now = useServerTime(match, runs);
  if (clock === null || match.status === "over") return null;
  const away = own !== null && clock.seats.get(own)?.away === true;
  return (
    <section className="panel clocks" aria-labelledby="clocks">
      <h2 id="clocks">Clocks</h2>
      <ul>
        {[...clock.seats].map(([seat, time]) => (
          <li key={seat} data-low={isLow(time, clock.rules.warning, now)}>
            {face.seatNoun(seat)}: {timeWords(time, now)}
          </li>
        ))}
      </ul>
      {clock.givenBack === 0 ? null : (
        <p className="faint">
          The server was away; {durationWords(clock.givenBack)} given back to whoever was awaited.
        </p>
      )}
      {own !== null && isLow(clock.seats.get(own), clock.rules.warning, now) ? (
        <p role="status">Your time is almost over: then somebody plays for you.</p>
      ) : null}
      {away ? (
        <>
          <p role="status">
            You did not answer for {clock.rules.awayAfter} turns: your seat is played for you.
          </p>
          <button type="button" disabled={action.busy} onClick={() => action.run(() => match.here())}>
            I am here
          </button>
          <RefusalNote error={action.error} />
        </>
      ) : null}
    </section>
  );
}

function timeWords({ deadline, turnEnds, reserve, away }: SeatClock, now: number): string {
  if (away) return "away";
  if (deadline === null || turnEnds === null) return `${durationWords(reserve)} in reserve`;
  if (now < turnEnds) return `${durationWords(turnEnds - now)}, then ${durationWords(reserve)} in reserve`;
  return `${durationWords(Math.max(0, deadline - now))} left`;
}

function isLow(time: SeatClock | undefined, warning: number, now: number): boolean {
  const deadline = time?.deadline ?? null;
  return deadline !== null && deadline - now <= warning;
}

/** The server's time, told anew every second while something runs. */
function useServerTime<G extends GameName>(match: Match<G>, runs: boolean): number {
  const [, tick] = useState(0);
  useEffect(() => {
    if (!runs) return undefined;
    const timer = setInterval(() => tick((count) => count + 1), 1000);
    return () => clearInterval(timer);
  }, [runs]);
  return match.serverTime;
}
