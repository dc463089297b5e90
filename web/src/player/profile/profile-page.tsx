import { type AnyPlayerMatch, Refusal, type StoredSeat } from "@flower-war/client-sdk";
import { Link } from "wouter";
import { Loading } from "../../design/page/loading.tsx";
import { NoticePage } from "../../design/page/notice-page.tsx";
import { paths } from "../../base/routes.ts";
import { usePage } from "../../base/use-page.ts";
import { Button } from "../../design/parts/button.tsx";
import { GoButton } from "../../design/parts/go-button.tsx";
import { findMyId } from "../../session/mine.ts";
import { host } from "../../session/host.ts";
import { RefusalNote } from "../../session/refusal-note.tsx";
import { useAnswer } from "../../session/use-answer.ts";
import { i18n } from "../../texts/index.ts";
import { type MatchHistory, type Profile, PROVISIONAL_MATCHES } from "@flower-war/client-sdk/players";
import { TopBar, TopLink } from "../../design/page/frame.tsx";
import { ShareButton } from "../../session/share.tsx";
import { IdentityCard } from "./identity-card.tsx";
import { Matches, RunningMatches } from "./match-history.tsx";
import styles from "./profile-view.module.css";
import { RatingCard } from "./rating-card.tsx";
import { Drawing } from "../../art/drawing.tsx";
import { Notice } from "../../design/parts/notice.tsx";

/** A player's page. Their own shows them private matches too, and those that go on. */
export function ProfilePage({ id }: { readonly id: string }) {
  const { answer, error, retry } = useAnswer(id, () => read(id));
  if (answer !== null) return <ProfileView {...answer} />;
  if (error === null) return <Loading />;
  if (error instanceof Refusal && error.code === "unknown-player") return <UnknownPlayer />;
  return <NoProfile error={error} onRetry={retry} />;
}

async function read(id: string): Promise<ProfileViewProps> {
  if ((await findMyId()) === id) {
    const [profile, mine, seats] = await Promise.all([host.profile(id), host.myMatches(), host.resume()]);
    const readMore = (before: string) => host.myMatches({ before });
    return { profile, history: mine, running: { matches: mine.running, seats }, readMore };
  }
  const [profile, history] = await Promise.all([host.profile(id), host.history(id)]);
  return { profile, history, running: null, readMore: (before) => host.history(id, { before }) };
}

/** No player has this id, or not any more. */
export function UnknownPlayer() {
  const title = i18n._("No such player here");
  usePage(title);
  return (
    <NoticePage
      tone="dark"
      sign="miquiztli"
      title={title}
      actions={
        <>
          <GoButton tone="gold" to={paths.leaderboard("flower-war")}>
            {i18n._("Leaderboard")}
          </GoButton>
          <GoButton to={paths.lobby}>{i18n._("Lobby")}</GoButton>
        </>
      }
    >
      <p role="alert">
        {i18n._("They deleted themselves, were away for too long, or the address has a mistake.")}{" "}
        <code>unknown-player</code>
      </p>
    </NoticePage>
  );
}

interface NoProfileProps {
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** The server did not answer, or refused. */
export function NoProfile({ error, onRetry }: NoProfileProps) {
  const title = i18n._("This player cannot be shown");
  usePage(title);
  return (
    <NoticePage
      tone="bad"
      sign="quiahuitl"
      title={title}
      actions={
        <>
          <Button tone="gold" onClick={onRetry}>
            {i18n._("Try again")}
          </Button>
          <GoButton to={paths.lobby}>{i18n._("Lobby")}</GoButton>
        </>
      }
    >
      <RefusalNote error={error} />
    </NoticePage>
  );
}

interface ProfileViewProps {
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

interface Props {
  readonly profile: Profile;
  readonly own: boolean;
}

/** Why a player has no rating, and how they get one. Nothing if they have one. */
function UnratedNote({ profile, own }: Props) {
  const { name, kind, games } = profile;
  if (games.some(({ rating }) => rating !== null)) return null;
  if (kind === "guest") {
    return (
      <Notice
        tone="empty"
        picture={<Drawing sheet="signs" id="ehecatl" />}
        title={own ? i18n._("Guests have no rating") : i18n._("{name} is a guest", { name })}
        actions={own ? <Link href={paths.player}>{i18n._("Add a passkey")}</Link> : undefined}
      >
        {own
          ? i18n._("With a passkey you have an account, and your matches against other accounts are rated.")
          : i18n._("Only matches of players with an account are rated.")}
      </Notice>
    );
  }
  return (
    <Notice tone="empty" picture={<Drawing sheet="signs" id="olin" />} title={i18n._("No rated match yet")}>
      {i18n._(
        "Public matches with a clock and at least two accounts are rated. After {matches} of them a rating is no longer provisional.",
        { matches: PROVISIONAL_MATCHES },
      )}
    </Notice>
  );
}
