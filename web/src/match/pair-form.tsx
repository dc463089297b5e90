import type { Match } from "@flower-war/client-sdk";
import { useId, useState } from "react";
import { RefusalNote } from "../parts/refusal-note.tsx";
import { useAction } from "../use-action.ts";

/** Makes the viewer's seat local to a temple, by the code that the temple shows. */
export function PairForm({ match }: { match: Match }) {
  const [code, setCode] = useState("");
  const action = useAction();
  const id = useId();
  const pair = async () => {
    await match.pairTemple(code.trim().toUpperCase());
  };
  return (
    <form
      aria-busy={action.busy}
      onSubmit={(event) => {
        event.preventDefault();
        action.run(pair);
      }}
    >
      <div className="field">
        <label htmlFor={id}>Code that the temple shows</label>
        <input
          id={id}
          className="code"
          value={code}
          required
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          onChange={(event) => setCode(event.target.value)}
        />
      </div>
      <button type="submit">Pair</button>
      <RefusalNote error={action.error} />
    </form>
  );
}
