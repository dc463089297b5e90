import type { View } from "@flower-war/client-sdk/flower-war";
import { cardNoun } from "./nouns.ts";

/** The cards that the viewer's own seat holds, in the order held. */
export function Hand({ view: { hand } }: { view: View }) {
  return (
    <section className="panel hand" aria-labelledby="hand">
      <h2 id="hand">Your hand</h2>
      {hand.length === 0 ? (
        <p className="faint">No cards: an offering brings one.</p>
      ) : (
        <ul className="cards">
          {hand.map(({ id, card }) => (
            <li key={id}>{cardNoun(card)}</li>
          ))}
        </ul>
      )}
    </section>
  );
}
