import { GAMES, type GameName } from "@flower-war/client-sdk/protocol";
import { useId, useState } from "react";
import { FACES } from "../games/faces.ts";

/** A seat in some open match of a game, at one press. */
export function QuickPlay({ onPlay }: { readonly onPlay: (game: GameName) => void }) {
  const [game, setGame] = useState<GameName>("flower-war");
  const id = useId();
  return (
    <>
      <div className="field">
        <label htmlFor={id}>Play at once</label>
        <select
          id={id}
          value={game}
          onChange={(event) => setGame(GAMES.find((each) => each === event.target.value) ?? game)}
        >
          {GAMES.map((each) => (
            <option key={each} value={each}>
              {FACES[each].title}
            </option>
          ))}
        </select>
      </div>
      <button type="button" onClick={() => onPlay(game)}>
        Quick play
      </button>
    </>
  );
}
