import type { KeptSeat } from "@flower-war/client-sdk";
import { FACES } from "../games/faces.ts";
import type { MySeats } from "../my-seats.ts";
import { RefusalNote } from "../parts/refusal-note.tsx";

interface Props {
  readonly mine: MySeats;
  readonly onBack: (kept: KeptSeat) => void;
  /** Back to a seat whose token somebody else may have. */
  readonly onLock: (kept: KeptSeat) => void;
}

/** The matches that are on and have a seat of mine, public or not. Nothing when there are none. */
export function MyMatches({ mine: { seats, error }, onBack, onLock }: Props) {
  if (error === null && (seats ?? []).length === 0) return null;
  return (
    <section className="panel matches" aria-labelledby="mine">
      <h2 id="mine">Your matches</h2>
      <RefusalNote error={error} />
      <ul>
        {(seats ?? []).map((kept) => (
          <li key={kept.match + kept.seat}>
            <p>
              <strong className="code">{kept.code}</strong> {FACES[kept.game].title}, seat {kept.seat}
            </p>
            <div className="buttons">
              <button
                type="button"
                aria-label={`Back to seat ${kept.seat} of ${kept.code}`}
                onClick={() => onBack(kept)}
              >
                Back to your seat
              </button>
              <button
                type="button"
                className="minor"
                aria-label={`Lock others out of seat ${kept.seat} of ${kept.code}`}
                title="Go back to your seat, and end what any other tab or device could do with it"
                onClick={() => onLock(kept)}
              >
                Lock others out
              </button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
