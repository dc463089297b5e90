import { FACES } from "../games/faces.ts";
import { LOBBY_HASH } from "../route.ts";
import type { Sitting } from "../sitting.ts";
import { ConnectionNote } from "./connection-note.tsx";
import { LogPanel } from "./log-panel.tsx";
import { SeatsPanel } from "./seats-panel.tsx";
import { TempleForm } from "./temple-form.tsx";
import { TurnPanel } from "./turn-panel.tsx";
import { useMatch } from "./use-match.ts";

/** A match seen from a seat or from a spectator's chair. */
export function MatchPage({ sitting: { match, log } }: { sitting: Sitting }) {
  useMatch(match);
  const face = FACES[match.game];
  const { view } = match;
  return (
    <>
      <header className="masthead">
        <h1>{face.title}</h1>
        <p>
          Match <strong className="code">{match.code}</strong>{" "}
          {match.seat === null ? "You are watching." : `You sit in the ${face.seatNoun(match.seat)}.`}
        </p>
        <a href={LOBBY_HASH}>Leave to the lobby</a>
      </header>
      <main className={view === null ? "gathering" : "match"}>
        <ConnectionNote match={match} />
        {view === null ? (
          <Gathering code={match.code} />
        ) : (
          <>
            <TurnPanel match={match} view={view} face={face} />
            {match.seat === null ? null : <face.Hand view={view} />}
            <face.Table view={view} people={match.seats} />
          </>
        )}
        <SeatsPanel people={match.seats} face={face} viewer={match.seat} />
        <TempleForm match={match} />
        <LogPanel log={log} />
      </main>
    </>
  );
}

function Gathering({ code }: { code: string }) {
  return (
    <section className="panel turn" aria-labelledby="turn">
      <h2 id="turn">Gathering</h2>
      <p role="status">The match begins when every seat is taken. Tell the others its code:</p>
      <p className="code large">{code}</p>
    </section>
  );
}
