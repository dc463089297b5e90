import type { View } from "@flower-war/client-sdk/space-aztecs";
import { cardAtTime } from "./nouns.ts";

/** The pile that the viewer's own seat holds, by time; then the card that it chose. */
export function Hand({ view: { pile, chosen } }: { view: View }) {
  const cards = chosen === null ? pile : [chosen];
  return (
    <section className="panel hand" aria-labelledby="hand">
      <h2 id="hand">{chosen === null ? "The pile you hold" : "Your chosen card"}</h2>
      {cards.length === 0 ? (
        <p className="faint">None now. Piles seen before are not shown again.</p>
      ) : (
        <ul className="cards">
          {cards.map((card) => (
            <li key={card}>{cardAtTime(card)}</li>
          ))}
        </ul>
      )}
    </section>
  );
}
