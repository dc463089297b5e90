import type { GameName, Match } from "@flower-war/client-sdk";
import { useEffect, useState } from "react";
import { Button } from "../design/parts/button.tsx";
import { Dialog } from "../design/parts/dialog.tsx";
import type { People } from "../game-frame/table/person-name.tsx";
import { ReportForm } from "../report/index.ts";
import { i18n } from "../texts/index.ts";
import { type Speaker, useMutes } from "./muted.ts";
import styles from "./person-dialog.module.css";

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

interface PersonDialogProps<G extends GameName> {
  readonly match: Match<G>;
  readonly person: Speaker;
  readonly onClose: () => void;
}

/** What the viewer can do about another person at the table: mute and report them. */
function PersonDialog<G extends GameName>({ match, person, onClose }: PersonDialogProps<G>) {
  const [reporting, setReporting] = useState(false);
  const { name, seat } = person;
  return (
    <Dialog title={reporting ? i18n._("Report a player") : <bdi>{name}</bdi>} onClose={onClose}>
      {reporting && seat !== null ? (
        <ReportForm match={match} seat={seat} />
      ) : (
        <div className={styles.list}>
          {match.silent ? null : <MuteButtons match={match.id} person={person} />}
          {match.seat === null ? null : (
            <Button onClick={() => setReporting(true)}>{i18n._("Report {name}", { name })}</Button>
          )}
        </div>
      )}
    </Dialog>
  );
}

function MuteButtons({ match, person }: { readonly match: string; readonly person: Speaker }) {
  const mutes = useMutes(match);
  const { name, player } = person;
  return (
    <>
      {mutes.isMuted(person) ? (
        <Button onClick={() => mutes.hear(person)}>{i18n._("Hear {name} again", { name })}</Button>
      ) : (
        <Button onClick={() => mutes.mute(person)}>{i18n._("Mute {name}", { name })}</Button>
      )}
      {player === "" || mutes.isBlocked(person) ? null : (
        <Button onClick={() => mutes.block(person)}>{i18n._("Mute {name} at every table", { name })}</Button>
      )}
      <p role="status">{describeMuted()}</p>
    </>
  );

  function describeMuted(): string {
    if (mutes.isBlocked(person)) return i18n._("You hear {name} at no table.", { name });
    if (mutes.isMuted(person)) return i18n._("You do not hear {name} at this table.", { name });
    return "";
  }
}
