import type { SeatClock } from "@flower-war/client-sdk";
import { useRedraw } from "../../base/use-redraw.ts";
import { Unseen } from "../../design/parts/panel.tsx";
import { i18n } from "../../texts/index.ts";
import { clockWords } from "./clock-words.ts";

interface Props {
  readonly clock: SeatClock;
  /** The server's time now, ms since 1970. */
  readonly serverTime: () => number;
  readonly className?: string | undefined;
}

/** A player's time: what is left while it runs or stands still because of an outage, otherwise the reserve. */
export function Countdown({ clock, serverTime, className }: Props) {
  useRedraw(250, clock.deadline !== null);
  const { deadline, stopped, reserve } = clock;
  const left = stopped ?? (deadline === null ? reserve : deadline - serverTime());
  return (
    <span className={className} role="timer">
      <Unseen>{labelOf(clock)} </Unseen>
      {clockWords(left)}
    </span>
  );
}

function labelOf({ deadline, stopped }: SeatClock): string {
  if (stopped !== undefined) return i18n._("time left, the clock is stopped");
  return deadline === null ? i18n._("time in reserve") : i18n._("time left");
}
