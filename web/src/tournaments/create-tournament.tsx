import { CLOCK_PROFILES } from "@flower-war/client-sdk";
import type { TournamentRequest } from "@flower-war/client-sdk/tournaments";
import { Suspense, useState } from "react";
import { useLocation } from "wouter";
import { paths } from "../base/routes.ts";
import { usePage } from "../base/use-page.ts";
import page from "../create/create-page.module.css";
import fields from "../create/fields.module.css";
import { ChatChoice, ClockChoice, OptionsField, type Props as TablesProps } from "../create/fields.tsx";
import { firstSettings, usePresets } from "../create/first-settings.ts";
import { change, type MatchSettings } from "../create/match-settings.ts";
import { GameChoice, PresetsField } from "../create/presets-field.tsx";
import { SeatCount } from "../create/seats-field.tsx";
import summary from "../create/summary.module.css";
import { TitleField } from "../create/title-field.tsx";
import { TopBar } from "../design/page/frame.tsx";
import { Loading } from "../design/page/loading.tsx";
import { Button } from "../design/parts/button.tsx";
import card from "../design/parts/card.module.css";
import { Check, Field, Form } from "../design/parts/field.tsx";
import { GoButton } from "../design/parts/go-button.tsx";
import { Notice } from "../design/parts/notice.tsx";
import { Panel } from "../design/parts/panel.tsx";
import { Segments } from "../design/parts/segments.tsx";
import { CATALOG } from "../games/catalog.ts";
import { isPreset, type Preset } from "../presets/presets.ts";
import { delayWords } from "../session/delay-words.ts";
import { RefusalNote } from "../session/refusal-note.tsx";
import { useAction } from "../session/use-action.ts";
import { currentLanguage, i18n } from "../texts/index.ts";
import styles from "./create-tournament.module.css";
import { TEXTS } from "./refusals.ts";
import { tournaments, useViewer } from "./tournaments.ts";
import { aboutKind, kindWord } from "./words.ts";

/** How a tournament goes, beside how its matches are played. */
interface Course {
  readonly kind: TournamentRequest["kind"];
  readonly rounds: string;
  readonly minutes: string;
  /** s */
  readonly pause: number;
  readonly noShow: number;
  /** As a field for a time has it; `""`: when the organiser starts it. */
  readonly startsAt: string;
  readonly accountsOnly: boolean;
  readonly bots: boolean;
}

const FIRST: Course = {
  kind: "rounds",
  rounds: "5",
  minutes: "60",
  pause: 10,
  noShow: 60,
  startsAt: "",
  accountsOnly: false,
  bots: false,
};

const CLOCKS = CLOCK_PROFILES.filter((profile) => profile !== "none");
/** s */
const PAUSES = [10, 60, 300, 600] as const;
const NO_SHOWS = [60, 120, 300, 900] as const;

/** Days ahead for which a tournament is planned at most. */
const DAYS_AHEAD = 90;

/** Returns a time as a field has it, in ms since 1970. */
const timeOf = (startsAt: string): number => new Date(startsAt).getTime();

/** Whether a time is over, or further ahead than the server plans. */
function isTooFar(startsAt: string): boolean {
  const ahead = timeOf(startsAt) - Date.now();
  return ahead < 0 || ahead > DAYS_AHEAD * 86_400_000;
}

/** The form for a tournament, once it is known whether the viewer can create one. */
export function CreateTournament() {
  const { answer: viewer, asking } = useViewer();
  return asking ? <Loading /> : <TournamentForm isAccount={viewer?.kind === "account"} />;
}

/** Its tables as those of a new match, and its course. */
function TournamentForm({ isAccount }: { readonly isAccount: boolean }) {
  const heading = i18n._("A new tournament");
  usePage(heading);
  const presets = usePresets();
  const [settings, setSettings] = useState(() => firstSettings(null));
  const [course, setCourse] = useState(FIRST);
  const [, goTo] = useLocation();
  const action = useAction();
  const edit = (changes: Partial<MatchSettings>) => {
    action.clear();
    setSettings((before) => change(before, changes));
  };
  const plan = (changes: Partial<Course>) => {
    action.clear();
    setCourse((before) => ({ ...before, ...changes }));
  };
  const create = () =>
    action.run(async () => {
      const { id } = await tournaments.create(requestOf(settings, course, presets));
      goTo(paths.tournament(id));
    });
  const shown = { settings, onChange: edit };
  return (
    <div className={page.page}>
      <TopBar actions={<GoButton to={paths.tournaments}>{i18n._("Cancel")}</GoButton>}>
        <h1 tabIndex={-1}>{heading}</h1>
        <GameChoice presets={presets} {...shown} />
      </TopBar>
      <main>
        {isAccount ? null : <AccountNotice />}
        <Form className={page.form} aria-busy={action.busy} onSubmit={create}>
          <div className={page.choices}>
            <PresetsField presets={presets} {...shown} />
            <TablesPanel {...shown} />
            <CoursePanel course={course} onChange={plan} />
            <Suspense fallback={null}>
              <OptionsField {...shown} error={action.error} />
            </Suspense>
          </div>
          <section className={summary.summary} aria-label={heading}>
            <header className={card.head}>
              <TitleField
                label={i18n._("Name of the tournament")}
                title={settings.title}
                placeholder={undefined}
                className={summary.name ?? ""}
                onChange={(title) => edit({ title })}
              />
            </header>
            <div className={card.fret} />
            <StartFields course={course} onChange={plan} />
            <footer className={summary.foot}>
              <Button
                type="submit"
                tone="go"
                className={summary.create ?? ""}
                aria-disabled={action.busy || !isAccount}
              >
                {i18n._("Create the tournament")}
              </Button>
              <RefusalNote error={action.error} texts={TEXTS} />
            </footer>
          </section>
        </Form>
      </main>
    </div>
  );
}

/** Tells those without an account how to get one. */
const AccountNotice = () => (
  <div className={styles.account}>
    <Notice
      tone="lit"
      title={i18n._("Organisers have an account")}
      actions={
        <GoButton tone="gold" to={paths.player}>
          {i18n._("Get an account")}
        </GoButton>
      }
    >
      {i18n._("Add a passkey on your page: that makes your player an account. Then come back.")}
    </Notice>
  </div>
);

/** What the tables have beside their game. */
function TablesPanel(props: TablesProps) {
  const { settings, onChange } = props;
  const { min, max } = CATALOG[settings.game].seats;
  return (
    <Panel title={i18n._("Clock")} className={fields.panel}>
      <ClockChoice {...props} clocks={CLOCKS} />
      {min === max ? null : (
        <>
          <h2>{i18n._("Seats at a table")}</h2>
          <SeatCount {...props} />
        </>
      )}
      <h2>{i18n._("Chat")}</h2>
      <ChatChoice {...props} />
      <Check checked={settings.watching < 0} onChange={(no) => onChange({ watching: no ? -1 : 0 })}>
        {i18n._("Without spectators")}
      </Check>
    </Panel>
  );
}

interface CourseProps {
  readonly course: Course;
  readonly onChange: (changes: Partial<Course>) => void;
}

/** Arena or rounds, how long, and how long players are waited for. */
function CoursePanel({ course, onChange }: CourseProps) {
  const { kind, rounds, minutes, pause, noShow } = course;
  return (
    <Panel title={i18n._("Course")} className={fields.panel}>
      <Segments
        label={i18n._("Course")}
        options={(["rounds", "arena"] as const).map((value) => ({ value, label: kindWord(value) }))}
        value={kind}
        onChange={(chosen) => onChange({ kind: chosen })}
      />
      <p>{aboutKind(kind)}</p>
      {kind === "rounds" ? (
        <>
          <Field
            label={i18n._("Rounds")}
            type="number"
            required
            min={1}
            max={30}
            value={rounds}
            onChange={(typed) => onChange({ rounds: typed })}
          />
          <h2>{i18n._("Between two rounds")}</h2>
          <Segments
            label={i18n._("Between two rounds")}
            options={PAUSES.map((value) => ({ value, label: delayWords(value) }))}
            value={pause}
            onChange={(chosen) => onChange({ pause: chosen })}
          />
        </>
      ) : (
        <Field
          label={i18n._("Minutes")}
          type="number"
          required
          min={10}
          max={360}
          value={minutes}
          onChange={(typed) => onChange({ minutes: typed })}
        />
      )}
      <h2>{i18n._("Who has not come loses after")}</h2>
      <Segments
        label={i18n._("Who has not come loses after")}
        options={NO_SHOWS.map((value) => ({ value, label: delayWords(value) }))}
        value={noShow}
        onChange={(chosen) => onChange({ noShow: chosen })}
      />
    </Panel>
  );
}

/** When it begins, and who may take part. */
function StartFields({ course, onChange }: CourseProps) {
  const { startsAt, accountsOnly, bots } = course;
  return (
    <div className={summary.words}>
      <Field
        ref={(input) =>
          input?.setCustomValidity(
            isTooFar(startsAt)
              ? i18n._("Choose a time from now to {days} days ahead.", { days: DAYS_AHEAD })
              : "",
          )
        }
        className={summary.name ?? ""}
        label={i18n._("When it begins")}
        type="datetime-local"
        value={startsAt}
        onChange={(time) => onChange({ startsAt: time })}
      />
      <p>
        {startsAt === ""
          ? i18n._("Without a time it begins when you start it.")
          : i18n._("You can start it earlier.")}
      </p>
      <Check checked={accountsOnly} onChange={(checked) => onChange({ accountsOnly: checked })}>
        {i18n._("Only players with an account")}
      </Check>
      <Check checked={bots} onChange={(checked) => onChange({ bots: checked })}>
        {i18n._("Bot accounts may play")}
      </Check>
    </div>
  );
}

/** Returns what the server is asked for. */
function requestOf(
  { game, options, seats, clock, silent, watching, title }: MatchSettings,
  { kind, rounds, minutes, pause, noShow, startsAt, accountsOnly, bots }: Course,
  presets: readonly Preset[],
): TournamentRequest {
  const preset = presets.find((each) => isPreset(each, game, options));
  return {
    name: title.trim(),
    kind,
    game,
    ...(preset === undefined ? { options } : { preset: preset.id }),
    seats,
    clock: { profile: clock },
    silent,
    unwatched: watching < 0,
    language: currentLanguage(),
    startsAt: startsAt === "" ? null : timeOf(startsAt),
    ...(kind === "rounds" ? { rounds: Number(rounds), pause } : { minutes: Number(minutes) }),
    noShow,
    bots,
    accountsOnly,
  };
}
