import { Refusal } from "@flower-war/client-sdk";
import { useLocation } from "wouter";
import { Loading } from "../../design/page/loading.tsx";
import { NoticePage } from "../../design/page/notice-page.tsx";
import { paths } from "../../base/routes.ts";
import { usePage } from "../../base/use-page.ts";
import { Button } from "../../design/parts/button.tsx";
import { findMyId } from "../../session/mine.ts";
import { host } from "../../session/host.ts";
import { RefusalNote } from "../../session/refusal-note.tsx";
import { useAnswer } from "../../session/use-answer.ts";
import { i18n } from "../../texts/index.ts";
import { ProfileView, type ProfileViewProps } from "./profile-view.tsx";

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
  const [, goTo] = useLocation();
  const title = i18n._("No such player here");
  usePage(title);
  return (
    <NoticePage
      tone="dark"
      sign="miquiztli"
      title={title}
      actions={
        <>
          <Button tone="gold" onClick={() => goTo(paths.leaderboard("flower-war"))}>
            {i18n._("Leaderboard")}
          </Button>
          <Button onClick={() => goTo(paths.lobby)}>{i18n._("Lobby")}</Button>
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
  const [, goTo] = useLocation();
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
          <Button onClick={() => goTo(paths.lobby)}>{i18n._("Lobby")}</Button>
        </>
      }
    >
      <RefusalNote error={error} />
    </NoticePage>
  );
}
