import type { SeatInfo } from "@flower-war/client-sdk";
import type { GameFace } from "../games/face.ts";

interface Props {
  readonly people: readonly SeatInfo[];
  readonly face: GameFace;
  readonly viewer: string | null;
}

/** Who has sat down while others are still to come. */
export function SeatsPanel({ people, face, viewer }: Props) {
  return (
    <section className="panel seats" aria-labelledby="seats">
      <h2 id="seats">Seats</h2>
      <ul>
        {people.map(({ seat, kind, name, connected }) => (
          <li key={seat}>
            <strong>{face.seatNoun(seat)}</strong>:{" "}
            {kind === "open" ? <span className="faint">open</span> : name}
            {seat === viewer ? <span className="faint"> (you)</span> : null}
            {kind === "human" && !connected ? <span className="faint"> (away)</span> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
