import { Brand } from "../design/page/frame.tsx";
import { Settings } from "../design/page/settings.tsx";
import { usePage } from "../base/use-page.ts";
import { GamePicture } from "../board-picture/index.tsx";
import { catalogEntry } from "../games/catalog.ts";
import { SeatSign } from "../session/seat-sign.tsx";
import { ThreeSigns } from "../design/parts/three-signs.tsx";
import { hostOf } from "../session/match-facts.ts";
import { i18n } from "../texts/index.ts";
import styles from "./door.module.css";
import { describeHost, type DoorProps, InvitationCard } from "./invitation-card.tsx";

/** The invitation to a match: the game, the seats, and the buttons to join or watch. */
export function Door(props: DoorProps) {
  const { game, table } = props;
  const { seats } = table;
  const host = hostOf(table);
  usePage(describeHost(host));
  const entry = catalogEntry(game);
  const [first] = seats;
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
            game={game}
            seats={seats.filter(({ kind }) => kind !== "open").map(({ seat }) => seat)}
          />
        </div>
        <InvitationCard {...props} />
      </main>
    </div>
  );
}

function titleOf({ table: { status, free }, mine }: DoorProps): string {
  if (mine.length > 0) return i18n._("Your seat is kept for you");
  if (free.length > 0) return i18n._("A seat is free for you");
  return status === "playing" ? i18n._("The match has begun") : i18n._("All seats are taken");
}
