import { AnnouncementNote } from "../../session/announcement-note.tsx";
import { OpenTables } from "./open-tables.tsx";
import { useLobby } from "./lobby-feed.ts";
import type { StoredSeat } from "@flower-war/client-sdk";
import { Link } from "wouter";
import { paths } from "../../base/routes.ts";
import { Button } from "../../design/parts/button.tsx";
import { catalogEntry } from "../../games/catalog.ts";
import { host } from "../../session/host.ts";
import { GoOn, MatchList, MatchRow, useGoOn } from "../../session/match-row.tsx";
import { RefusalNote } from "../../session/refusal-note.tsx";
import { seatName } from "../../session/seat-names.ts";
import { useAction } from "../../session/use-action.ts";
import { useMyId, useMySeats } from "../../session/mine.ts";
import { i18n } from "../../texts/index.ts";
import styles from "./tables.module.css";

interface Props {
  readonly onOpen: (code: string) => void;
}

/** The lower part of the lobby: the viewer's matches, and all tables. */
export function Tables({ onOpen }: Props) {
  const lobby = useLobby();
  return (
    <>
      <AnnouncementNote match={null} />
      <MyMatches />
      <OpenTables lobby={lobby} onOpen={onOpen} />
      <OwnHistory />
      <p className={styles.all}>
        <Link href={paths.tournaments}>{i18n._("Tournaments")}</Link>
        <Link href={paths.screen}>{i18n._("All tables on a large screen")}</Link>
        <Link href={paths.record}>{i18n._("Open a record from a file")}</Link>
      </p>
    </>
  );
}

/** The matches that are not over and have a seat of mine, public or not. Nothing when there are none. */
function MyMatches() {
  const { answer: seats, error } = useMySeats();
  if (error === null && (seats ?? []).length === 0) return null;
  return (
    <section aria-labelledby="my-matches">
      <h2 id="my-matches">{i18n._("Your matches")}</h2>
      <RefusalNote error={error} />
      <MatchList>
        {(seats ?? []).map((kept) => (
          <MyMatch key={kept.match + kept.seat} kept={kept} />
        ))}
      </MatchList>
    </section>
  );
}

function MyMatch({ kept }: { readonly kept: StoredSeat }) {
  const { match, code, game, seat, token } = kept;
  const action = useAction();
  const goOn = useGoOn(kept);
  const lockOut = async () => {
    await host.renew(match, token);
    goOn();
  };
  const where = { code, seat: seatName(seat) };
  return (
    <MatchRow seat={seat} title={code} about={catalogEntry(game)?.title ?? game}>
      <GoOn kept={kept} label={i18n._("Go on in {code} as {seat}", where)} />
      <details className={styles.more}>
        <summary>{i18n._("Is another person in your seat?")}</summary>
        <p>{i18n._("If another person uses your seat, take it back: all other tabs and devices lose it.")}</p>
        <Button
          aria-label={i18n._("Lock others out of {seat} in {code}", where)}
          onClick={() => action.run(lockOut)}
        >
          {i18n._("Lock others out")}
        </Button>
        <RefusalNote error={action.error} />
      </details>
    </MatchRow>
  );
}

/** Leads to the viewer's finished matches and their profile. Nothing before they are a player. */
function OwnHistory() {
  const me = useMyId();
  if (me === null) return null;
  return (
    <p className={styles.all}>
      <Link href={paths.profile(me)}>{i18n._("All your matches, and your profile")}</Link>
    </p>
  );
}
