import type { SeatClock } from "@flower-war/client-sdk";
import { useEffect, useState } from "react";
import { Unseen } from "../../design/parts/panel.tsx";
import { i18n } from "../../texts/index.ts";
import { clockWords } from "./clock-words.ts";

interface Props {
  readonly clock: SeatClock;
  /** The server's time now, ms since 1970. */
  readonly serverTime: () => number;
  readonly className?: string | undefined;
}

/** A player's time: what is left while it runs, otherwise the reserve. */
export function Countdown({ clock, serverTime, className }: Props) {
  const runs = clock.deadline !== null;
  const [, redraw] = useState(0);
  useEffect(() => {
    if (!runs) return undefined;
    const timer = setInterval(() => redraw((times) => times + 1), 250);
    return () => clearInterval(timer);
  }, [runs]);
  const left = clock.deadline === null ? clock.reserve : clock.deadline - serverTime();
  return (
    <span className={className} role="timer">
      <Unseen>{runs ? i18n._("time left") : i18n._("time in reserve")} </Unseen>
      {clockWords(left)}
    </span>
  );
}
