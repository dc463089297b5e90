import type { City, Seat, Table, View } from "@flower-war/client-sdk/space-aztecs";
import { Person } from "../../parts/person.tsx";
import type { PersonIn } from "../face.ts";
import { cardNoun, cardNouns, seatNoun } from "./nouns.ts";

interface Props {
  readonly view: View;
  readonly people: readonly PersonIn<Seat>[];
}

/** Who plays, and the city before each seat. */
export function Players({ view: { table, seat: viewer }, people }: Props) {
  return (
    <section className="panel" aria-labelledby="players">
      <h2 id="players">Cities</h2>
      <ul className="cities">
        {people.map((person) => (
          <li key={person.seat}>
            <p>
              <strong>{seatNoun(person.seat)}</strong> <Person person={person} own={person.seat === viewer} />
              {scoreWords(table, person.seat)}
            </p>
            <CityText city={table.cities[person.seat]} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function CityText({ city }: { city: City | undefined }) {
  const lines = city === undefined ? [] : cityLines(city);
  if (lines.length === 0) return <p className="faint">No cards yet.</p>;
  return lines.map((line) => <p key={line}>{line}</p>);
}

function cityLines({ visible, temples, codices, saucers }: City): readonly string[] {
  const nothingOr = (words: string) => (words === "" ? "nothing" : words);
  return [
    ...(visible.length === 0 ? [] : [`Visible: ${cardNouns(visible)}.`]),
    ...temples.map(({ card, covers }) => `${cardNoun(card)} covers ${nothingOr(cardNouns(covers))}.`),
    ...(codices.length === 0 ? [] : [`Codices: ${cardNouns(codices)}.`]),
    ...saucers.map(({ card, took }) => `${cardNoun(card)} took ${nothingOr(cardNouns(took))}.`),
  ];
}

/** Place and points, once the match is over. */
function scoreWords({ outcome }: Table, seat: Seat): string {
  const standing = outcome?.standings.find((each) => each.seat === seat);
  if (standing === undefined) return "";
  const { place, score } = standing;
  const { codices, aztecs, fewest, saucers, total } = score;
  return `: place ${place} with ${total} (Codices ${codices}, Aztecs ${aztecs}, fewest ${fewest}, Saucers ${saucers})`;
}
