import type { Sentence } from "../../texts/format.ts";
import { type Reader, seatSentence } from "../../texts/forms.ts";
import { spaceAt } from "../board.ts";
import type { Seat, Table } from "../vocabulary.ts";
import { cardName } from "./names.ts";
import type { FlowerWarTexts } from "./en.ts";

/** Returns what a space, 1-20, says of itself now: its rack, its disc, its stack, and the catastrophe in force. */
export function spaceSentences(
  table: Table,
  number: number,
  texts: FlowerWarTexts,
  reader: Reader<Seat>,
): readonly Sentence[] {
  const { rack, disc, top, height } = spaceAt(table, number);
  const { ruling } = table.apocalypse;
  const note = (key: keyof FlowerWarTexts["spaceNotes"], values: Sentence["values"] = {}): Sentence => ({
    text: texts.spaceNotes[key],
    values,
  });
  return [
    rack === 0 ? note("rack-empty") : note("rack", { rack }),
    ...(rack === 1 ? [note("last-skull")] : []),
    ...(rack === table.options.rackSize ? [note("rack-full")] : []),
    disc === null ? note("disc-on-board") : seatSentence(texts.discHeld, disc, reader),
    ...(top === null ? [] : [note("top-card", { height, card: cardName(top, texts) })]),
    ...(ruling === "flood" ? [note("flooded")] : []),
    ...(ruling === "invasion" ? [note("invaded")] : []),
  ];
}
