import type { AnyMatch, KeptSeat } from "@flower-war/client-sdk";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { host } from "../host.ts";
import { useMySeats } from "../my-seats.ts";
import { NameField } from "../parts/name-field.tsx";
import { RefusalNote } from "../parts/refusal-note.tsx";
import { LOBBY_HASH } from "../route.ts";
import { rememberedChair, rememberedName, rememberName } from "../session.ts";
import { type Sitting, sitDown } from "../sitting.ts";
import { useAction } from "../use-action.ts";

interface Props {
  readonly code: string;
  readonly onSeated: (sitting: Sitting) => void;
}

/**
 * Before a match: takes the place that this tab had again by itself, else offers my seats, another seat, or a spectator's
 * chair.
 */
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

  const back = ({ match, token }: KeptSeat) => enter(() => host.join(match, { token }));

  const { seats, error } = useMySeats();
  const mine = (seats ?? []).filter((kept) => kept.code === code || kept.match === code);
  const arrive = useEffectEvent(() => {
    const chair = rememberedChair(code);
    const had = mine.find(({ seat }) => chair?.kind === "seat" && chair.seat === seat);
    if (had !== undefined) back(had);
    else if (chair?.kind === "spectator") enter(() => host.spectate(code));
  });
  const asked = seats !== null;
  useEffect(() => {
    if (asked) arrive();
  }, [asked]);

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
          <RefusalNote error={action.error ?? error} />
          <NameField ref={nameInput} name={name} onChange={setName} />
          <div className="buttons">
            {mine.map((kept) => (
              <button key={kept.seat} type="button" onClick={() => back(kept)}>
                Back to seat {kept.seat}
              </button>
            ))}
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
