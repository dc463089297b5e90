import type { AnyMatch } from "@flower-war/client-sdk";
import { useEffect, useRef, useState } from "react";
import { host } from "../host.ts";
import { NameField } from "../parts/name-field.tsx";
import { RefusalNote } from "../parts/refusal-note.tsx";
import { LOBBY_HASH } from "../route.ts";
import { rememberedChair, rememberedName, rememberName } from "../session.ts";
import { type Sitting, sitDown, takePlace } from "../sitting.ts";
import { useAction } from "../use-action.ts";

interface Props {
  readonly code: string;
  readonly onSeated: (sitting: Sitting) => void;
}

/** Before a match: takes a remembered place again by itself, else offers a seat or a spectator's chair. */
export function Door({ code, onSeated }: Props) {
  const [name, setName] = useState(rememberedName);
  const nameInput = useRef<HTMLInputElement>(null);
  const action = useAction();
  const enter = (place: () => Promise<AnyMatch>) => action.run(async () => onSeated(await sitDown(place())));
  const sit = () => {
    if (nameInput.current?.reportValidity() !== true) return;
    const given = name.trim();
    rememberName(given);
    enter(() => host.join(code, { name: given }));
  };

  const arrive = useRef(() => {
    const chair = rememberedChair(code);
    if (chair !== null) enter(() => takePlace(code, chair));
  });
  useEffect(() => arrive.current(), []);

  return (
    <>
      <header className="masthead">
        <h1>Flower War</h1>
        <p>
          Match <strong className="code">{code}</strong>
        </p>
        <a href={LOBBY_HASH}>To the lobby</a>
      </header>
      <main className="lobby" aria-busy={action.busy}>
        <section className="panel you" aria-labelledby="door">
          <h2 id="door">{action.busy ? "Coming in…" : "Come in"}</h2>
          <RefusalNote error={action.error} />
          <NameField ref={nameInput} name={name} onChange={setName} />
          <div className="buttons">
            <button type="button" onClick={sit}>
              Take a seat
            </button>
            <button type="button" className="minor" onClick={() => enter(() => host.spectate(code))}>
              Watch
            </button>
          </div>
        </section>
      </main>
    </>
  );
}
