import { CLOSE, type Drop, type Match } from "@flower-war/client-sdk";
import { useEffect, useState } from "react";
import { host } from "../host.ts";
import { RefusalNote } from "../parts/refusal-note.tsx";
import { useAction } from "../use-action.ts";

type Note = { readonly kind: "dropped"; readonly drop: Drop } | { readonly kind: "resumed" } | null;

/** Says when the connection was lost, whether it will come back, and when it did. */
export function ConnectionNote({ match }: { match: Match }) {
  const [note, setNote] = useState<Note>(null);
  useEffect(() => {
    const stops = [
      match.on("dropped", (drop) => setNote({ kind: "dropped", drop })),
      match.on("resumed", () => setNote({ kind: "resumed" })),
    ];
    return () => stops.forEach((stop) => stop());
  }, [match]);
  return (
    <div role="status" className="connection" data-kind={note?.kind}>
      {note === null ? null : <Words note={note} match={match} />}
    </div>
  );
}

function Words({ note, match }: { note: NonNullable<Note>; match: Match }) {
  if (note.kind === "resumed") return <p>Connected again.</p>;
  const { code, gone, refusal } = note.drop;
  if (!gone) return <p>The connection was lost. Trying to come back…</p>;
  return (
    <>
      <p>
        {lossWords(code)} <code>{code}</code>
      </p>
      <RefusalNote error={refusal ?? null} />
      <div className="buttons">
        <button type="button" onClick={() => location.reload()}>
          Come back
        </button>
        {code === CLOSE.replaced && match.token !== null ? (
          <LockOut id={match.id} token={match.token} />
        ) : null}
      </div>
    </>
  );
}

/** For a seat that somebody else has taken who should not: comes back with a token that nobody else has. */
function LockOut({ id, token }: { id: string; token: string }) {
  const action = useAction();
  const lock = async () => {
    await host.renew(id, token);
    location.reload();
  };
  return (
    <>
      <button type="button" className="minor" onClick={() => action.run(lock)}>
        It was not me: lock others out
      </button>
      <RefusalNote error={action.error} />
    </>
  );
}

function lossWords(code: number): string {
  switch (code) {
    case CLOSE.replaced:
      return "Your seat was taken again from another tab or device.";
    case CLOSE.flood:
      return "The server closed the connection: too many messages.";
    default:
      return "The connection is lost.";
  }
}
