import { Brand } from "../app/frame.tsx";
import { Settings } from "../app/settings.tsx";
import { usePage } from "../app/use-page.ts";
import { GamePicture } from "../board-picture/index.tsx";
import { catalogEntry } from "../games/catalog.ts";
import { SeatSign } from "../games/seat-sign.tsx";
import { ThreeSigns } from "../lobby/three-signs.tsx";
import { hostOf } from "../match/match-facts.ts";
import { useMatch } from "../match/use-match.ts";
import { i18n } from "../texts/index.ts";
import styles from "./door.module.css";
import { freeSeatsOf } from "./free-seats.ts";
import { type DoorProps, InvitationCard } from "./invitation-card.tsx";

/** The invitation to a match: the game, the seats, and the buttons to join or watch. */
export function Door(props: DoorProps) {
  const { match } = props;
  useMatch(match);
  usePage(i18n._("Match {code}", { code: match.code }));
  const host = hostOf(match);
  const entry = catalogEntry(match.game);
  const [first] = match.seats;
  return (
    <div className={styles.page}>
      <header className={styles.top}>
        <Brand>
          <span>Flower War</span>
        </Brand>
        <Settings />
      </header>
      <main className={styles.main}>
        <div className={styles.words}>
          {host === null || first === undefined ? null : (
            <p className={styles.host}>
              <SeatSign seat={first.seat} />
              {i18n._("{host} invites you to play", { host })}
            </p>
          )}
          <h1 tabIndex={-1}>{titleOf(props)}</h1>
          <p className={styles.lead}>{entry?.lead()}</p>
          {entry?.temples === true ? <ThreeSigns /> : null}
        </div>
        <div className={styles.board}>
          <GamePicture
            game={match.game}
            seats={match.seats.filter(({ kind }) => kind !== "open").map(({ seat }) => seat)}
          />
        </div>
        <InvitationCard {...props} />
      </main>
    </div>
  );
}

function titleOf({ match, mine }: DoorProps): string {
  if (mine.length > 0) return i18n._("Your seat is kept for you");
  if (freeSeatsOf(match).length > 0) return i18n._("A seat is free for you");
  switch (match.status) {
    case "gathering":
      return i18n._("All seats are taken");
    case "playing":
      return i18n._("The match has begun");
    case "over":
      return i18n._("This match is over");
  }
}
