import type { SeatClock } from "@flower-war/client-sdk";
import { useRedraw } from "../../base/use-redraw.ts";
import { Unseen } from "../../design/parts/panel.tsx";
import { i18n } from "../../texts/index.ts";

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

/** A duration as minutes and seconds, "1:24", or from an hour on as hours and minutes, "26 h 05". */
export function clockWords(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}:${String(seconds % 60).padStart(2, "0")}`;
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")}`;
}
