import { hostGame } from "@flower-war/server/games";
import { type Nim, nim, openTakes } from "./rules.ts";

/** Nim as a server hosts it. */
export default hostGame<Nim>({
  game: nim,
  easyBot: ({ table }, random) => {
    const takes = openTakes(table);
    return takes[random(takes.length)] ?? { type: "take", count: 1 };
  },
  temple: null,
  page: new URL("page.ts", import.meta.url),
});
