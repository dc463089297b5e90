import type { Listing } from "@flower-war/client-sdk";
import { FACES } from "../games/faces.ts";
import { RefusalNote } from "../parts/refusal-note.tsx";
import { type LobbyNews, useLobby } from "./use-lobby.ts";

interface Props {
  readonly onJoin: (code: string) => void;
  readonly onWatch: (code: string) => void;
}

/** The public matches that are not over, kept up to date. */
export function OpenMatches({ onJoin, onWatch }: Props) {
  const news = useLobby();
  return (
    <section className="panel matches open" aria-labelledby="matches">
      <h2 id="matches">Matches</h2>
      <p role="status" className="faint">
        {NEWS[news.connection](news.matches.length)}
      </p>
      <RefusalNote error={news.error} />
      {news.matches.length === 0 ? null : (
        <ul>
          {news.matches.map((listing) => (
            <MatchItem key={listing.id} listing={listing} onJoin={onJoin} onWatch={onWatch} />
          ))}
        </ul>
      )}
    </section>
  );
}

const NEWS: { readonly [C in LobbyNews["connection"]]: (count: number) => string } = {
  opening: () => "Asking the server…",
  connected: (count) => (count === 0 ? "No public match is on. Create one!" : "This list is live."),
  reconnecting: () => "The connection was lost. Trying to come back…",
  resuming: () => "The connection was lost. Trying to come back…",
  gone: () => "No live list: the connection is lost. Reload the page to try again.",
};

function MatchItem({ listing, onJoin, onWatch }: { listing: Listing } & Props) {
  const { code, game, host, seats, open } = listing;
  return (
    <li>
      <p>
        <strong className="code">{code}</strong> {FACES[game].title} of {host}:{" "}
        {open === 0 ? `${seats} seats, playing` : `${open} of ${seats} seats open`}
      </p>
      <div className="buttons">
        {open === 0 ? null : (
          <button type="button" aria-label={`Join ${code}`} onClick={() => onJoin(code)}>
            Join
          </button>
        )}
        <button type="button" className="minor" aria-label={`Watch ${code}`} onClick={() => onWatch(code)}>
          Watch
        </button>
      </div>
    </li>
  );
}
