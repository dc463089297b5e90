import { hostGame } from "@flower-war/server/games";
import { type Tricks, tricks } from "./rules.ts";

/** Tricks as a server hosts it. What differs from seat to seat, the hand, reaches that seat alone. */
export default hostGame<Tricks>({
  game: tricks,
  easyBot: ({ hand }, random) => ({ type: "play", card: hand[random(hand.length)] ?? "c1" }),
  temple: null,
  page: new URL("page.ts", import.meta.url),
});
