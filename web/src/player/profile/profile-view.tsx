import type { AnyPlayerMatch, StoredSeat } from "@flower-war/client-sdk";
import type { MatchHistory, Profile } from "@flower-war/client-sdk/players";
import { TopBar, TopLink } from "../../design/page/frame.tsx";
import { paths } from "../../base/routes.ts";
import { usePage } from "../../base/use-page.ts";
import { ShareButton } from "../../session/share-button.tsx";
import { i18n } from "../../texts/index.ts";
import { IdentityCard } from "./identity-card.tsx";
import { Matches } from "./match-history.tsx";
import styles from "./profile-view.module.css";
import { RatingCard } from "./rating-card.tsx";
import { RunningMatches } from "./running-matches.tsx";
import { UnratedNote } from "./unrated-note.tsx";

export interface ProfileViewProps {
  readonly profile: Profile;
  /** The newest matches that are over. */
  readonly history: MatchHistory<AnyPlayerMatch>;
  /** If it is the viewer's own profile: their matches that go on, and their seats that this browser has. Else `null`. */
  readonly running: {
    readonly matches: readonly AnyPlayerMatch[];
    readonly seats: readonly StoredSeat[];
  } | null;
  /** Reads the matches that are older than a page of them. @param before `next` of that page */
  readonly readMore: (before: string) => Promise<MatchHistory<AnyPlayerMatch>>;
}

/** How a player plays: who they are, their ratings, and their matches. */
export function ProfileView({ profile, history, running, readMore }: ProfileViewProps) {
  const { id, name, games } = profile;
  const own = running !== null;
  usePage(name);
  return (
    <>
      <TopBar
        actions={
          <>
            <ShareButton path={paths.profile(id)}>{i18n._("Share")}</ShareButton>
            <TopLink href={paths.leaderboard(games[0]?.game ?? "flower-war")}>
              {i18n._("Leaderboard")}
            </TopLink>
          </>
        }
      />
      <main className={styles.page}>
        <IdentityCard profile={profile} own={own} />
        <div className={styles.facts}>
          {own ? <RunningMatches {...running} /> : null}
          <UnratedNote profile={profile} own={own} />
          {games.length === 0 ? null : (
            <div className={styles.ratings}>
              {games.map((played) => (
                <RatingCard key={played.game} played={played} />
              ))}
            </div>
          )}
          <Matches first={history} own={own} readMore={readMore} />
        </div>
      </main>
    </>
  );
}
