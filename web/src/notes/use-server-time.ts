import { useRedraw } from "../base/use-redraw.ts";

/** Returns the server's time, updated every second while a clock runs. */
export function useServerTime(serverTime: () => number, runs: boolean): number {
  useRedraw(1000, runs);
  return serverTime();
}
