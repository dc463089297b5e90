import type { Match, SeatInfo } from "@flower-war/client-sdk";
import { RefusalNote } from "../parts/refusal-note.tsx";
import { useAction } from "../use-action.ts";
import { PairForm } from "./pair-form.tsx";

/** The temple of the viewer's seat: beads dropped into it are the seat's offerings. */
export function TemplePanel({ match }: { match: Match }) {
  const own = match.seats.find(({ seat }) => seat === match.seat);
  if (own === undefined) return null;
  return (
    <section className="panel temple" aria-labelledby="temple">
      {own.temple === "" ? (
        <details>
          <summary>
            <h2 id="temple">Pair a temple</h2>
          </summary>
          <PairForm match={match} />
        </details>
      ) : (
        <Paired match={match} own={own} />
      )}
    </section>
  );
}

/** Refused beads that still lie in the lake (temple protocol J-12). */
function Owed({ own: { fixH, fixT } }: { own: SeatInfo }) {
  const lines = [
    { god: "Huitzilopochtli", fix: fixH },
    { god: "Tlaloc", fix: fixT },
  ].filter(({ fix }) => fix < 0);
  return (
    <div role="status">
      {lines.map(({ god, fix }) => (
        <p key={god}>
          Take <strong>{-fix}</strong> from <strong>{god}</strong>'s half of the lake, and press the temple's
          confirm button.
        </p>
      ))}
    </div>
  );
}

function Paired({ match, own }: { match: Match; own: SeatInfo }) {
  const action = useAction();
  return (
    <>
      <h2 id="temple">Temple</h2>
      <p>
        Beads dropped into <strong>{own.temple}</strong> are your offerings. It is{" "}
        {own.templeOnline ? "online" : "offline"}.
      </p>
      <Owed own={own} />
      <button type="button" className="minor" onClick={() => action.run(() => match.unpairTemple())}>
        Unpair
      </button>
      <RefusalNote error={action.error} />
    </>
  );
}
