import { useId, useRef, useState } from "react";
import { normalCode } from "../route.ts";

interface Props {
  readonly onJoin: (code: string) => void;
  readonly onWatch: (code: string) => void;
}

/** For a match whose code somebody told you. */
export function CodeForm({ onJoin, onWatch }: Props) {
  const [code, setCode] = useState("");
  const form = useRef<HTMLFormElement>(null);
  const id = useId();
  return (
    <section className="panel" aria-labelledby="code">
      <h2 id="code">By code</h2>
      <form
        ref={form}
        onSubmit={(event) => {
          event.preventDefault();
          onJoin(normalCode(code));
        }}
      >
        <div className="field">
          <label htmlFor={id}>Code of a match</label>
          <input
            id={id}
            className="code"
            value={code}
            required
            pattern="\s*[A-Za-z0-9_\-]+\s*"
            title="Letters and digits"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            onChange={(event) => setCode(event.target.value)}
          />
        </div>
        <div className="buttons">
          <button type="submit">Take a seat</button>
          <button
            type="button"
            className="minor"
            onClick={() => {
              if (form.current?.reportValidity() === true) onWatch(normalCode(code));
            }}
          >
            Watch
          </button>
        </div>
      </form>
    </section>
  );
}
