import type { MatchClock, SeatClock } from "@flower-war/client-sdk";
import { useEffect, useState } from "react";
import { Panel } from "../design/parts/panel.tsx";
import { seatName } from "../games/seat-names.ts";
import { i18n } from "../texts/index.ts";
import { durationWords } from "./duration-words.ts";

interface Props {
  readonly clock: MatchClock;
  /** The server's time now, ms since 1970. */
  readonly serverTime: () => number;
}

/** How much time each awaited player has left, and who is away. */
export function ClockList({ clock, serverTime }: Props) {
  const now = useServerTime(
    serverTime,
    [...clock.seats.values()].some(({ deadline }) => deadline !== null),
  );
  return (
    <Panel title={i18n._("Clocks")}>
      <ul>
        {[...clock.seats].map(([seat, time]) => (
          <li key={seat}>
            {seatName(seat)}: {describeTime(time, now)}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Returns how much time a player has left. */
export function describeTime({ deadline, turnEnds, reserve, away }: SeatClock, now: number): string {
  if (away) return i18n._("away");
  if (deadline === null || turnEnds === null) {
    return i18n._("{time} in reserve", { time: durationWords(reserve) });
  }
  if (now < turnEnds) {
    return i18n._("{time}, then {reserve} in reserve", {
      time: durationWords(turnEnds - now),
      reserve: durationWords(reserve),
    });
  }
  return i18n._("{time} left", { time: durationWords(Math.max(0, deadline - now)) });
}

/** Returns the server's time, updated every second while a clock runs. */
export function useServerTime(serverTime: () => number, runs: boolean): number {
  const [, tick] = useState(0);
  useEffect(() => {
    if (!runs) return undefined;
    const timer = setInterval(() => tick((count) => count + 1), 1000);
    return () => clearInterval(timer);
  }, [runs]);
  return serverTime();
}
