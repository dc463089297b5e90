import type { GameMap, GameName, Match } from "@flower-war/client-sdk";
import type { GameFace } from "../games/face.ts";
import { Person } from "../parts/person.tsx";

/** Who has sat down, while others are still to come. */
export function Gathering<G extends GameName>({
  match: { code, seats, seat: viewer },
  face,
}: {
  match: Match<G>;
  face: GameFace<GameMap[G]>;
}) {
  const open = seats.filter(({ kind }) => kind === "open").length;
  return (
    <section className="panel" aria-labelledby="gathering">
      <h2 id="gathering">Gathering</h2>
      <p role="status">
        {open} of {seats.length} seats open. The match begins when every seat is taken.
      </p>
      <p>
        Tell the others the code <strong className="code large">{code}</strong>
      </p>
      <ul>
        {seats.map((person) => (
          <li key={person.seat}>
            <strong>{face.seatNoun(person.seat)}</strong>:{" "}
            <Person person={person} own={person.seat === viewer} />
          </li>
        ))}
      </ul>
    </section>
  );
}
