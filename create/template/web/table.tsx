import { DrawnThing, type GameTable, SeatSign, type Table } from "@flower-war/game-frame";
import { face } from "../page.ts";
import { type Types, valueOf } from "../rules.ts";
import drawings from "./drawings.svg";
import "./table.css";

/** What the game draws itself: the middle of the table. The page draws all else from what `show` gives. */
const table: GameTable<Types> = {
  Board,
  emblem: { sheet: drawings, id: "trick" },
  motion: {
    // A card lies there before the trick is taken.
    fold: (view, event, after) =>
      event.type === "played"
        ? { ...view, table: { ...view.table, trick: [...view.table.trick, event] } }
        : after,
    motionsOf: ({ table: { trick } }, event) => {
      if (event.type === "played") return [{ type: "appear", what: placeOf(event.seat), ms: 400 }];
      if (event.type !== "took") return [];
      const card = { sheet: drawings, id: "back" } as const;
      const to = `${placeOf(event.seat)} .tricks-sign`;
      return trick.map(({ seat }) => ({ type: "fly", drawing: card, from: placeOf(seat), to, ms: 600 }));
    },
  },
};

const placeOf = (seat: string): string => `[data-place="${seat}"]`;

/** This trick: before each seat the card that it played. */
function Board({ view, words }: Table<Types>) {
  const { seats, trick, turn, toDraw } = view.table;
  const best = trick.toSorted((one, other) => valueOf(other.card) - valueOf(one.card)).at(0);
  return (
    <section className="tricks" aria-label={words.zone("trick")}>
      <ul>
        {seats.map((seat) => {
          const played = trick.find((each) => each.seat === seat);
          const look = seat === best?.seat ? "best" : seat === turn ? "next" : undefined;
          return (
            <li key={seat} data-place={seat} className={look}>
              <span className="tricks-sign">
                <SeatSign seat={seat} size="small" /> {words.nameOf(seat)}
              </span>
              {played === undefined ? <i /> : <DrawnThing thing={face(played.card)} />}
            </li>
          );
        })}
      </ul>
      <p>
        {words.zone("deck")}: {toDraw}
      </p>
    </section>
  );
}

export default table;
