import { type ReactNode, Suspense, useSyncExternalStore } from "react";
import { Redirect, Route, Switch } from "wouter";
import { LobbyPage } from "../lobby/lobby-page.tsx";
import { i18n } from "../texts/index.ts";
import { ErrorBoundary } from "./error-boundary.tsx";
import { lazyPart } from "../texts/lazy-part.tsx";
import { Loading } from "../design/page/loading.tsx";
import { isCode, isPlayerId, normalCode, paths } from "../base/routes.ts";

const CreatePage = lazyPart(async () => (await import("../create/create-page.tsx")).CreatePage, "create");
const LearnPage = lazyPart(
  async () => (await import("../learn/learn-page.tsx")).LearnPage,
  "games/flower-war",
  "learn",
  "coach",
);
const LeaderboardPage = lazyPart(
  async () => (await import("../player/pages.ts")).LeaderboardPage,
  "player",
  "passkeys",
  "notices",
);
const MatchPage = lazyPart(async () => (await import("../match/match-page.tsx")).MatchPage);
const PlayerPage = lazyPart(
  async () => (await import("../player/pages.ts")).PlayerPage,
  "player",
  "passkeys",
  "notices",
);
const ProfilePage = lazyPart(
  async () => (await import("../player/pages.ts")).ProfilePage,
  "player",
  "passkeys",
  "notices",
);
const ReplayPage = lazyPart(
  async () => (await import("../replay/replay-view.tsx")).ReplayPage,
  "no-match",
  "replay",
  "watch",
);
const RulesPage = lazyPart(async () => (await import("../rules/rules-page.tsx")).RulesPage, "no-match");

const RarePages = lazyPart(async () => (await import("./rare-pages.tsx")).RarePages);
const EmbedPage = lazyPart(
  async () => (await import("../embed/embed-page.tsx")).EmbedPage,
  "embed",
  "no-match",
  "replay",
  "watch",
);

/** The page that the address names. */
export function App() {
  useLanguage();
  return (
    <Frame>
      <Switch>
        <Route path={paths.lobby} component={LobbyPage} />
        <Route path={paths.create} component={CreatePage} />
        <Route path={paths.learn} component={LearnPage} />
        <Route path={paths.player} component={PlayerPage} />
        <Route path="/players/:id">
          {({ id }) => (isPlayerId(id) ? <ProfilePage key={id} id={id} /> : <RarePages />)}
        </Route>
        <Route path="/leaderboard" component={LeaderboardPage} />
        <Route path="/matches/:code">{({ code }) => <MatchRoute typed={code} />}</Route>
        <Route path="/replay/:id?">
          {({ id = "" }) => (!id || isCode(id) ? <ReplayPage key={id} id={id} /> : <RarePages />)}
        </Route>
        <Route path="/rules/:game">{({ game }) => <RulesPage game={game} />}</Route>
        <Route component={RarePages} />
      </Switch>
    </Frame>
  );
}

/** What another site shows in a frame. */
export function EmbeddedApp() {
  useLanguage();
  return (
    <Frame>
      <EmbedPage />
    </Frame>
  );
}

/** What is around any page: it waits for what is loaded, and tells what failed. */
function Frame({ children }: { readonly children: ReactNode }) {
  return (
    <ErrorBoundary>
      <Suspense fallback={<Loading />}>{children}</Suspense>
    </ErrorBoundary>
  );
}

/** A match by its code or id, however the code was typed. */
function MatchRoute({ typed }: { readonly typed: string }) {
  const code = normalCode(typed);
  if (!isCode(code)) return <RarePages />;
  if (code !== typed) return <Redirect to={paths.match(code)} replace />;
  return <MatchPage key={code} code={code} />;
}

/** Draws all below anew in another language: whoever makes the elements has to call it. */
const useLanguage = (): string => useSyncExternalStore(onLanguage, () => i18n.locale);

const onLanguage = (listener: () => void): (() => void) => i18n.on("change", listener);
