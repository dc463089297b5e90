import type { GameMap, GameName, Match } from "@flower-war/client-sdk";
import { useEffect } from "react";
import type { GameFace } from "../games/face.ts";
import { Commands } from "./commands.tsx";

interface Props<G extends GameName> {
  readonly match: Match<G>;
  readonly view: GameMap[G]["view"];
  readonly face: GameFace<GameMap[G]>;
}

/** Whose decision is awaited, how the turn stands, and what the viewer's seat can do about it. */
export function TurnPanel<G extends GameName>({ match, view, face }: Props<G>) {
  const own = match.awaiting.some(({ seat }) => seat === match.seat);
  const words = face.awaitingWords(view);
  useTitle(own ? `Your turn - ${face.title}` : face.title);
  return (
    <section className="panel turn" data-own={own} aria-labelledby="turn">
      <h2 id="turn" className="unseen">
        Turn
      </h2>
      <p className="awaiting" role="status">
        {words}
      </p>
      <p className="faint">{face.turnWords(view)}</p>
      {match.seat === null ? null : <Commands match={match} view={view} face={face} />}
    </section>
  );
}

function useTitle(title: string): void {
  useEffect(() => {
    document.title = title;
  }, [title]);
}
