import type { GameMap, GameName } from "@flower-war/client-sdk";
import type { GameFace } from "../games/face.ts";
import { FACES } from "../games/faces.ts";
import { LOBBY_HASH } from "../route.ts";
import type { Sitting } from "../sitting.ts";
import { ClockPanel } from "./clock-panel.tsx";
import { ConnectionNote } from "./connection-note.tsx";
import { FairDicePanel } from "./fair-dice-panel.tsx";
import { Gathering } from "./gathering.tsx";
import { LogPanel } from "./log-panel.tsx";
import { TemplePanel } from "./temple-panel.tsx";
import { TurnPanel } from "./turn-panel.tsx";
import { useMatch } from "./use-match.ts";

/** A match seen from a seat or from a spectator's chair. */
export function MatchPage<G extends GameName>({ sitting: { match, log } }: { sitting: Sitting<G> }) {
  useMatch(match);
  const { view, seat, seats, code } = match;
  const face: GameFace<GameMap[G]> = FACES[match.game];
  return (
    <>
      <header className="masthead">
        <h1>{face.title}</h1>
        <p>
          Match <strong className="code">{code}</strong>
          <span className="faint">, {seat === null ? "watching" : `you are ${face.seatNoun(seat)}`}</span>
        </p>
        <a href={LOBBY_HASH}>Leave to the lobby</a>
      </header>
      <ConnectionNote match={match} />
      {view === null ? (
        <main>
          <Gathering match={match} face={face} />
          {face.temples ? <TemplePanel match={match} /> : null}
          <FairDicePanel match={match} />
        </main>
      ) : (
        <main className="match">
          <div className="column">
            <TurnPanel match={match} view={view} face={face} />
            <ClockPanel match={match} face={face} />
            {seat === null || face.Hand === null ? null : <face.Hand view={view} />}
            <face.Players view={view} people={seats} />
            {face.temples ? <TemplePanel match={match} /> : null}
            <FairDicePanel match={match} />
          </div>
          <div className="column">
            <face.Board view={view} />
          </div>
          <div className="column">
            {face.Beside === null ? null : <face.Beside view={view} />}
            <LogPanel log={log} />
          </div>
        </main>
      )}
    </>
  );
}
