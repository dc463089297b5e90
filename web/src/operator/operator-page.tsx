import { Refusal } from "@flower-war/client-sdk";
import type { OperatorOverview, OperatorSession, ReportGroup } from "@flower-war/client-sdk/admin";
import { useEffect, useEffectEvent, useState } from "react";
import { Drawing } from "../art/drawing.tsx";
import { areLetterKeysOn, switchLetterKeys, useKeys } from "../base/use-keys.ts";
import { Settings } from "../design/page/settings.tsx";
import { Button } from "../design/parts/button.tsx";
import { Check } from "../design/parts/field.tsx";
import { i18n } from "../texts/index.ts";
import { OperatorNote } from "./act-form.tsx";
import { get, remove } from "./api.ts";
import { AuditPanel } from "./audit-panel.tsx";
import { BansDialog } from "./bans-dialog.tsx";
import { Dock } from "./dock.tsx";
import { MatchList, MatchPanel } from "./matches.tsx";
import styles from "./operator.module.css";
import { OperatorsDialog } from "./operators-dialog.tsx";
import { RatingsDialog } from "./ratings-dialog.tsx";
import { ReportPanel } from "./report-panel.tsx";
import { ReportsDialog } from "./reports-dialog.tsx";
import { Role, useMay } from "./rights.ts";
import { invitationInAddress, Join, SignIn } from "./sign-in.tsx";
import { TemplesDialog } from "./temples-dialog.tsx";
import { TournamentsDialog } from "./tournaments-dialog.tsx";
import { Tiles } from "./tiles.tsx";
import { EVERY_MATCH, type OperatorNews, useOperator } from "./use-operator.ts";

interface Props {
  readonly session: OperatorSession;
  readonly onSignOut: () => void;
  /** Is called with what could not be read. */
  readonly onError: (error: unknown) => void;
}

/** Everything that an operator sees and does. J and K go through the reports. */
function OperatorPage({ session, onSignOut, onError }: Props) {
  const [query, setQuery] = useState(EVERY_MATCH);
  /** The id of the match that is shown; `null`: reports are. */
  const [match, setMatch] = useState<string | null>(null);
  const [dialog, setDialog] = useState<DialogName | null>(null);
  const { news, samples, error, refresh } = useOperator(query);
  useReport(error, onError);
  const groups = news?.reports.groups ?? [];
  const [shown, setShown] = useHeldGroup(groups);
  const goTo = (next: number) => {
    setMatch(null);
    setShown(next);
  };
  useKeys({ j: () => goTo(shown + 1), k: () => goTo(shown - 1) });
  const group = groups[shown] ?? null;
  return (
    <div className={styles.page}>
      <Top
        name={session.name}
        news={news}
        onOperators={() => setDialog("operators")}
        onTemples={() => setDialog("temples")}
        onReports={() => setDialog("reports")}
        onRatings={() => setDialog("ratings")}
        onBans={() => setDialog("bans")}
        onTournaments={() => setDialog("tournaments")}
        onSignOut={onSignOut}
      />
      <OperatorNote error={error} />
      {news === null ? (
        <p role="status">{i18n._("Asking the servers…")}</p>
      ) : (
        <main className={styles.main}>
          <Tiles overview={news.overview} samples={samples} reports={news.reports.count} />
          <MatchList
            matches={news.matches}
            chosen={match ?? group?.reports[0]?.match ?? null}
            query={query}
            onQuery={setQuery}
            onChoose={setMatch}
            onDone={refresh}
          />
          {match === null ? (
            <ReportPanel
              key={group?.target ?? "none"}
              group={group}
              before={news.reports.at}
              position={shown}
              count={groups.length}
              onGo={goTo}
              onDone={refresh}
            />
          ) : (
            <MatchPanel key={match} id={match} onClose={() => setMatch(null)} onDone={refresh} />
          )}
          <div className={styles.column}>
            <PeoplePanel people={news.overview.newest} onChoose={setMatch} />
            <AuditPanel entries={news.audit} />
          </div>
        </main>
      )}
      {news === null ? null : <Dock overview={news.overview} onDone={refresh} />}
      <OpenDialog
        dialog={dialog}
        session={session}
        news={news}
        onClose={() => setDialog(null)}
        onDone={refresh}
        onChoose={(id) => {
          setDialog(null);
          setMatch(id);
        }}
      />
    </div>
  );
}

type DialogName = "bans" | "ratings" | "reports" | "temples" | "tournaments" | "operators";

interface DialogProps extends Pick<Props, "session"> {
  readonly dialog: DialogName | null;
  readonly news: OperatorNews | null;
  readonly onClose: () => void;
  readonly onDone: () => Promise<unknown>;
  /** Called with the id of a match. */
  readonly onChoose: (id: string) => void;
}

/** The dialog that is open, if one is. */
function OpenDialog({ dialog, session, news, onClose, onDone, onChoose }: DialogProps) {
  if (dialog === null || news === null) return null;
  switch (dialog) {
    case "operators":
      return <OperatorsDialog session={session} onClose={onClose} onDone={onDone} />;
    case "temples":
      return <TemplesDialog temples={news.overview.temples} onClose={onClose} onChoose={onChoose} />;
    case "reports":
      return <ReportsDialog onClose={onClose} onDone={onDone} />;
    case "ratings":
      return <RatingsDialog onClose={onClose} onDone={onDone} />;
    case "tournaments":
      return <TournamentsDialog onClose={onClose} onDone={onDone} />;
    case "bans":
      return <BansDialog sanctions={news.sanctions} onClose={onClose} onDone={onDone} />;
  }
}

/** The sign-in, then the operator's page. */
export function OperatorApp() {
  /** `undefined`: not known yet; `null`: no operator is signed in. */
  const [session, setSession] = useState<OperatorSession | null | undefined>(undefined);
  const [invitation, setInvitation] = useState(invitationInAddress);
  useEffect(() => {
    get<OperatorSession>("session").then(setSession, () => setSession(null));
    const read = () => setInvitation(invitationInAddress());
    window.addEventListener("hashchange", read);
    return () => window.removeEventListener("hashchange", read);
  }, []);
  if (session === undefined) return null;
  const leaveInvitation = () => {
    history.replaceState(null, "", location.pathname);
    setInvitation(null);
  };
  if (invitation !== null) {
    const joined = (operator: OperatorSession) => {
      leaveInvitation();
      setSession(operator);
    };
    return <Join invitation={invitation} onSignedIn={joined} onLeave={leaveInvitation} />;
  }
  if (session === null) return <SignIn onSignedIn={setSession} />;
  const signOut = async () => {
    await remove("session").catch(() => {}); // the session ends by itself
    setSession(null);
  };
  const onError = (error: unknown) => {
    if (error instanceof Refusal && error.code === "unauthorized") setSession(null);
  };
  return (
    <Role value={session.role}>
      <OperatorPage session={session} onSignOut={() => void signOut()} onError={onError} />
    </Role>
  );
}

/** Returns which group is shown, and shows another one. It stays the same while heavier ones come before it. */
function useHeldGroup(groups: readonly ReportGroup[]): [shown: number, show: (next: number) => void] {
  const [held, setHeld] = useState<{ readonly at: number; readonly target: string | null }>({
    at: 0,
    target: null,
  });
  const found = groups.findIndex(({ target }) => target === held.target);
  const shown = found === -1 ? Math.max(0, Math.min(held.at, groups.length - 1)) : found;
  const hold = (at: number) => setHeld({ at, target: groups[at]?.target ?? null });
  if (found === -1 && groups.length > 0) hold(shown);
  return [shown, (next) => hold(Math.max(0, Math.min(groups.length - 1, next)))];
}

/** Calls `onError` for each new error. */
function useReport(error: unknown, onError: Props["onError"]): void {
  const report = useEffectEvent(onError);
  useEffect(() => {
    if (error !== null) report(error);
  }, [error]);
}

interface TopProps extends Pick<Props, "onSignOut"> {
  readonly name: string;
  readonly news: OperatorNews | null;
  readonly onOperators: () => void;
  readonly onTemples: () => void;
  readonly onReports: () => void;
  readonly onRatings: () => void;
  readonly onBans: () => void;
  readonly onTournaments: () => void;
}

/** The page's head: keys, temples, reports, bans, tournaments, settings, and the way out. */
function Top(props: TopProps) {
  const { name, news, onOperators, onTemples, onReports, onRatings, onBans, onTournaments, onSignOut } =
    props;
  const [letters, setLetters] = useState(areLetterKeysOn);
  const mayInvite = useMay("invite-operator");
  return (
    <header className={styles.top}>
      <h1 className={styles.brand}>
        <Drawing sheet="signs" id="xochitl" />
        {i18n._("Operator")}
      </h1>
      <p>{location.host}</p>
      <div className={styles.actions}>
        <Check
          checked={letters}
          onChange={(on) => {
            switchLetterKeys(on);
            setLetters(on);
          }}
        >
          {i18n._("J and K for reports")}
        </Check>
        <Button onClick={onTemples}>
          {i18n._("Temples {count}", { count: news?.overview.temples.length ?? 0 })}
        </Button>
        <Button onClick={onReports}>{i18n._("Reports {count}", { count: news?.reports.count ?? 0 })}</Button>
        <Button onClick={onRatings}>{i18n._("Ratings")}</Button>
        <Button onClick={onBans}>{i18n._("Bans {count}", { count: news?.sanctions.length ?? 0 })}</Button>
        <Button onClick={onTournaments}>{i18n._("Tournaments and studies")}</Button>
        {mayInvite ? <Button onClick={onOperators}>{i18n._("Operators")}</Button> : null}
        <Button onClick={onSignOut}>{i18n._("Sign out {name}", { name })}</Button>
        <Settings />
      </div>
    </header>
  );
}

interface PeoplePanelProps {
  readonly people: OperatorOverview["newest"];
  /** Called with the id of a match. */
  readonly onChoose: (id: string) => void;
}

/** The players of the newest matches. */
function PeoplePanel({ people, onChoose }: PeoplePanelProps) {
  return (
    <section className={styles.box} aria-labelledby="people">
      <h2 id="people">
        {i18n._("People")} <small className={styles.small}>{i18n._("newest first")}</small>
      </h2>
      {people.length === 0 ? <p>{i18n._("No player is here.")}</p> : null}
      <ol>
        {people.map(({ name, match, code }, i) => (
          <li key={`${match} ${i}`} className={styles.player}>
            <bdi>{name}</bdi>
            <button
              type="button"
              className={styles.code}
              aria-label={i18n._("Match {code} of {name}", { code, name })}
              onClick={() => onChoose(match)}
            >
              {code}
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
