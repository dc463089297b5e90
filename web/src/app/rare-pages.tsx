import { Route, Switch } from "wouter";
import { paths } from "../base/routes.ts";
import { lazyPart } from "../texts/lazy-part.tsx";

const MailLinkPage = lazyPart(
  async () => (await import("../notices/mail-link-page.tsx")).MailLinkPage,
  "notices",
);
const NotFound = lazyPart(async () => (await import("../no-match/not-found.tsx")).NotFound, "no-match");
const ScreenPage = lazyPart(
  async () => (await import("../screen/screen-page.tsx")).ScreenPage,
  "gather",
  "screen",
);
const StudyPage = lazyPart(
  async () => (await import("../study/study-page.tsx")).StudyPage,
  "replay",
  "study",
  "watch",
);
const TournamentsPage = lazyPart(
  async () => (await import("../tournaments/tournaments-page.tsx")).TournamentsPage,
  "tournaments",
);

/** The pages that few open, of which the first load knows nothing, and what is shown where there is no page. */
export const RarePages = () => (
  <Switch>
    <Route path={paths.confirmMail}>
      <MailLinkPage act="confirm" />
    </Route>
    <Route path={paths.stopMail}>
      <MailLinkPage act="stop" />
    </Route>
    <Route path={paths.screen} component={ScreenPage} />
    <Route path="/study/:id?" component={StudyPage} />
    <Route path="/tournaments/:id?" component={TournamentsPage} />
    <Route component={NotFound} />
  </Switch>
);
