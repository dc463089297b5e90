import type { GameName, Match } from "@flower-war/client-sdk";
import { useEffect, useState } from "react";
import { Button } from "../design/parts/button.tsx";
import { Dialog } from "../design/parts/dialog.tsx";
import type { People } from "../game-frame/table/person-name.tsx";
import { ReportForm } from "../report/index.ts";
import { RefusalNote } from "../session/refusal-note.tsx";
import { useAction } from "../session/use-action.ts";
import { i18n } from "../texts/index.ts";
import { TEXTS } from "./chat-texts.ts";
import type { Speaker } from "./muted.ts";
import { useMutes } from "./mutes.ts";
import styles from "./person-dialog.module.css";

interface Props<G extends GameName> {
  readonly match: Match<G>;
  /** Is called with what the names on the table need, again whenever that has changed. */
  readonly onPeople: (people: People) => void;
}

/** Lets the viewer mute and report people by their names on the table. */
export function PeopleMenu<G extends GameName>({ match, onPeople }: Props<G>) {
  const [shown, setShown] = useState<string | null>(null);
  const mutes = useMutes(match);
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
          <MuteButtons match={match} person={person} />
          {match.seat === null ? null : (
            <Button onClick={() => setReporting(true)}>{i18n._("Report {name}", { name })}</Button>
          )}
        </div>
      )}
    </Dialog>
  );
}

interface MuteButtonsProps<G extends GameName> {
  readonly match: Match<G>;
  readonly person: Speaker;
}

/** Where there is no chat, a player who is known can be blocked. */
function MuteButtons<G extends GameName>({ match, person }: MuteButtonsProps<G>) {
  const mutes = useMutes(match);
  const action = useAction();
  const { name, player } = person;
  const [isMuted, isBlocked] = [mutes.isMuted(person), mutes.isBlocked(person)];
  return (
    <>
      {isMuted ? (
        <Button onClick={() => action.run(() => mutes.hear(person))}>
          {isBlocked ? i18n._("Unblock {name}", { name }) : i18n._("Hear {name} again", { name })}
        </Button>
      ) : null}
      {isMuted || match.silent ? null : (
        <Button onClick={() => action.run(() => mutes.mute(person))}>
          {i18n._("Mute {name}", { name })}
        </Button>
      )}
      {player === "" || isBlocked ? null : (
        <Button onClick={() => action.run(() => mutes.block(person))}>
          {i18n._("Block {name}", { name })}
        </Button>
      )}
      <p role="status">{describeMuted()}</p>
      <RefusalNote error={action.error} texts={TEXTS} />
    </>
  );

  function describeMuted(): string {
    if (isBlocked)
      return i18n._("You do not hear {name}, and Play now does not bring you together. They are not told.", {
        name,
      });
    if (!isMuted) return "";
    return player === ""
      ? i18n._("You do not hear {name} at this table.", { name })
      : i18n._("You hear {name} at no table.", { name });
  }
}
