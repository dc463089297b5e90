import type { Match } from "@flower-war/client-sdk";
import { useId, useState } from "react";
import { RefusalNote } from "../parts/refusal-note.tsx";
import { useAction } from "../use-action.ts";

/** Makes the viewer's seat local to a temple, by the code that the temple shows. */
export function TempleForm({ match }: { match: Match }) {
  const [code, setCode] = useState("");
  const action = useAction();
  const id = useId();
  const own = match.seats.find(({ seat }) => seat === match.seat);
  if (own === undefined) return null;
  return (
    <section className="panel temple" aria-labelledby="temple">
      <h2 id="temple">Temple</h2>
      {own.temple === "" ? (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            action.run(async () => {
              await match.pairTemple(code.trim().toUpperCase());
              setCode("");
            });
          }}
        >
          <div className="field">
            <label htmlFor={id}>Code that your temple shows</label>
            <input
              id={id}
              value={code}
              required
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              onChange={(event) => setCode(event.target.value)}
            />
          </div>
          <button type="submit">Pair</button>
        </form>
      ) : (
        <>
          <p>
            Beads dropped into <strong>{own.temple}</strong> are your offerings. The temple is{" "}
            {own.templeOnline ? "online" : "offline"}.
          </p>
          <button type="button" onClick={() => action.run(() => match.unpairTemple())}>
            Unpair
          </button>
        </>
      )}
      <RefusalNote error={action.error} />
    </section>
  );
}
