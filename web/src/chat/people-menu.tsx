import type { GameName, Match } from "@flower-war/client-sdk";
import { useEffect, useState } from "react";
import type { People } from "../game-frame/table/people.ts";
import { type Speaker, useMutes } from "./muted.ts";
import { PersonDialog } from "./person-dialog.tsx";

interface Props<G extends GameName> {
  readonly match: Match<G>;
  /** Is called with what the names on the table need, again whenever that has changed. */
  readonly onPeople: (people: People) => void;
}

/** Lets the viewer mute and report people by their names on the table. */
export function PeopleMenu<G extends GameName>({ match, onPeople }: Props<G>) {
  const [shown, setShown] = useState<string | null>(null);
  const mutes = useMutes(match.id);
  const others = match.seats.filter(({ seat, kind }) => kind === "human" && seat !== match.seat);
  const person: Speaker | undefined = others.find(({ seat }) => seat === shown);
  const open = others.map(({ seat }) => seat).join();
  const muted = others.flatMap((other) => (mutes.isMuted(other) ? [other.seat] : [])).join();
  const isSilent = match.silent;
  const canOpen = !isSilent || match.seat !== null;
  useEffect(() => {
    onPeople({
      others: canOpen ? open.split(",") : [],
      muted: isSilent ? [] : muted.split(","),
      open: setShown,
    });
  }, [onPeople, canOpen, isSilent, open, muted]);
  return person === undefined ? null : (
    <PersonDialog key={person.seat} match={match} person={person} onClose={() => setShown(null)} />
  );
}
