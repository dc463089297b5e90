import type { Seat } from "@flower-war/client-sdk/space-aztecs";
import { i18n } from "../../../texts/index.ts";
import { placeOf } from "../board/holding.ts";
import type { SpaceAztecsScene } from "../scene.ts";

/** What a seat is doing in this round. */
export interface Doing {
  readonly words: string;
  /** Whether it is done, and waits for the others. */
  readonly done: boolean;
}

/** Says what a seat is doing; `null`: nothing worth saying. */
export function doingOf({ view: { table }, awaiting }: SpaceAztecsScene, seat: Seat): Doing | null {
  if (table.out.includes(seat)) return null;
  const time = table.times[seat];
  const awaited = awaiting.find((each) => each.seat === seat);
  switch (awaited?.decision) {
    case "take":
      return { words: i18n._("taking"), done: false };
    case "choose":
      return { words: i18n._("choosing"), done: false };
    case "shelter":
      return { words: i18n._("sheltering"), done: false };
    case "abduct":
      return { words: i18n._("choosing"), done: false };
    default:
      if (time !== undefined && table.phase !== "over")
        return { words: time, done: !table.chosen.includes(seat) };
      if (table.chosen.includes(seat)) return { words: i18n._("chosen"), done: true };
      if (placeOf(table, seat) !== null && table.phase === "take")
        return { words: i18n._("has a pile"), done: true };
      return null;
  }
}
