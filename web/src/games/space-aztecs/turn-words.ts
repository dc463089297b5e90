import { SEATS, saucerLimit, type View } from "@flower-war/client-sdk/space-aztecs";
import { listed, seatNoun, setNoun } from "./nouns.ts";

/** How the round stands. */
export function turnWords({ table, chosen }: View): string {
  const { round, starting, saucersPlayed, times, removed } = table;
  const told = SEATS.flatMap((seat) =>
    times[seat] === undefined ? [] : [`${seatNoun(seat)} ${times[seat]}`],
  );
  const sentences = [
    `Round ${round}; ${seatNoun(starting)} has the token; ${saucersPlayed} of ${saucerLimit(table)} Saucers have come.`,
    removed === null ? null : `The ${setNoun(removed)} set is in the box.`,
    table.chosen.length === 0 ? null : `${listed(table.chosen.map(seatNoun))} chose.`,
    chosen === null ? null : "Your card lies face down.",
    told.length === 0 ? null : `The times: ${listed(told)}.`,
  ];
  return sentences.filter((sentence) => sentence !== null).join(" ");
}
