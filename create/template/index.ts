import { hostGame } from "@flower-war/server/games";
import { game, type Types } from "./rules.ts";

/** The game as a server hosts it. What differs from seat to seat, the hand, reaches that seat alone. */
export default hostGame<Types>({
  game,
  easyBot: ({ hand }, random) => ({ type: "play", card: hand[random(hand.length)] ?? "c1" }),
  temple: null,
  page: new URL("page.ts", import.meta.url),
  table: new URL("web/table.tsx", import.meta.url),
});
