import type { AnyMatch } from "@flower-war/client-sdk";
import { useRef, useState } from "react";
import { host } from "../host.ts";
import { useMySeats } from "../my-seats.ts";
import { NameField } from "../parts/name-field.tsx";
import { RefusalNote } from "../parts/refusal-note.tsx";
import { goTo, matchHash } from "../route.ts";
import { rememberedName, rememberName } from "../session.ts";
import { type Sitting, sitDown } from "../sitting.ts";
import { useAction } from "../use-action.ts";
import { CodeForm } from "./code-form.tsx";
import { CreateForm } from "./create-form.tsx";
import { MyMatches } from "./my-matches.tsx";
import { OpenMatches } from "./open-matches.tsx";
import { QuickPlay } from "./quick-play.tsx";

/** Where a person finds a match. */
export function LobbyPage({ onSeated }: { onSeated: (sitting: Sitting) => void }) {
  const [name, setName] = useState(rememberedName);
  const nameInput = useRef<HTMLInputElement>(null);
  const action = useAction();

  const enter = (place: () => Promise<AnyMatch>) => action.run(async () => onSeated(await sitDown(place())));
  const sit = (place: (name: string) => Promise<AnyMatch>) => {
    if (nameInput.current?.reportValidity() !== true) return;
    const given = name.trim();
    rememberName(given);
    enter(() => place(given));
  };
  const mine = useMySeats();
  const join = (code: string) => {
    if (mine.seats?.some((kept) => kept.code === code)) goTo(matchHash(code));
    else sit((name) => host.join(code, { name }));
  };
  const watch = (code: string) => enter(() => host.spectate(code));

  return (
    <>
      <header className="masthead">
        <h1>Flower War</h1>
        <p>
          Collect skulls, feed the gods, gather three signs before the world ends; or play one of its sister
          games.
        </p>
      </header>
      <main className="lobby" aria-busy={action.busy}>
        <section className="panel you" aria-labelledby="you">
          <h2 id="you">You</h2>
          <NameField ref={nameInput} name={name} onChange={setName} />
          <QuickPlay onPlay={(game) => sit((name) => host.quickPlay({ game, name }))} />
          <RefusalNote error={action.error} />
        </section>
        <MyMatches
          mine={mine}
          onBack={({ match, token }) => enter(() => host.join(match, { token }))}
          onLock={({ match, token }) =>
            enter(async () => host.join(match, { token: await host.renew(match, token) }))
          }
        />
        <CreateForm onCreate={(wish) => sit((name) => host.create({ name, ...wish }))} error={action.error} />
        <CodeForm onJoin={join} onWatch={watch} />
        <OpenMatches onJoin={join} onWatch={watch} />
      </main>
    </>
  );
}
