import type { AnyMatch, GameName } from "@flower-war/client-sdk";
import { Suspense, useState } from "react";
import { Link, useLocation } from "wouter";
import { Drawing } from "../art/drawing.tsx";
import { paths } from "../base/routes.ts";
import { usePage } from "../base/use-page.ts";
import { GamePicture, hasBoard } from "../board-picture/index.tsx";
import { TopBar, TopLink } from "../design/page/frame.tsx";
import { Button } from "../design/parts/button.tsx";
import { Form } from "../design/parts/field.tsx";
import { GoButton } from "../design/parts/go-button.tsx";
import { Segments } from "../design/parts/segments.tsx";
import { ThreeSigns } from "../design/parts/three-signs.tsx";
import { CATALOG } from "../games/catalog.ts";
import { playWithBots } from "../presets/play-with-bots.ts";
import { CodeForm } from "../session/code-form.tsx";
import { host } from "../session/host.ts";
import {
  isNewcomer,
  lessonProgress,
  proposedName,
  rememberedPreset,
  rememberName,
  rememberPreset,
} from "../session/memory.ts";
import { NameField } from "../session/name-field.tsx";
import { RefusalNote } from "../session/refusal-note.tsx";
import { sitDown } from "../session/sitting.ts";
import { useAction } from "../session/use-action.ts";
import { currentLanguage, i18n } from "../texts/index.ts";
import { laterPart, lazyPart } from "../texts/lazy-part.tsx";
import styles from "./lobby-page.module.css";

const gameTabs = () =>
  Object.entries(CATALOG).map(([value, { title }]) => ({ value: value as GameName, label: title }));

const LengthField = laterPart(async () => (await import("./length-field.tsx")).LengthField);

/** The lists: the buttons above can be used before they are there. */
const Tables = lazyPart(async () => (await import("./tables/tables.tsx")).Tables, "lobby/tables");

/** The page where players find a match. */
export function LobbyPage() {
  usePage("");
  const [game, setGame] = useState<GameName>("flower-war");
  const [proposed] = useState(proposedName);
  const [name, setName] = useState(proposed);
  const [isNew] = useState(isNewcomer);
  const [, goTo] = useLocation();
  const action = useAction();
  const entry = CATALOG[game];
  const newcomer = isNew && game === "flower-war";
  const [chosen, setChosen] = useState<{ readonly [game: string]: string }>({});
  const preset = chosen[game] ?? rememberedPreset(game) ?? entry.preset;
  const choosePreset = (wanted: string) => {
    rememberPreset(game, wanted);
    setChosen({ ...chosen, [game]: wanted });
  };

  const play = () => {
    const given = name.trim();
    rememberName(given);
    action.run(async () => {
      const place: Promise<AnyMatch> = newcomer
        ? playWithBots(game, preset, given)
        : host.quickPlay({ game, preset, name: given, language: currentLanguage() });
      const { match } = await sitDown(place);
      goTo(paths.match(match.code));
    });
  };
  const leaveTo = (path: string) => {
    if (name !== proposed && name.trim() !== "") rememberName(name.trim());
    goTo(path);
  };
  const open = (code: string) => leaveTo(paths.match(code));

  return (
    <div className={styles.page}>
      <TopBar actions={<TopLink href={paths.leaderboard(game)}>{i18n._("Leaderboard")}</TopLink>}>
        <Segments label={i18n._("Game")} look="pills" options={gameTabs()} value={game} onChange={setGame} />
      </TopBar>
      <main className={styles.main}>
        <div className={`${styles.picture} ${hasBoard(game) ? styles.board : ""}`}>
          <GamePicture
            game={game}
            seats={["east", "north", "south", "west"]}
            play={{ preset }}
            offerings={{ tlaloc: 51, huitzilopochtli: 54 }}
          />
        </div>
        <div className={styles.hero} aria-busy={action.busy}>
          <h1 className={styles.title} tabIndex={-1}>
            {entry.title}
          </h1>
          <p className={styles.lead}>{entry.lead()}</p>
          {entry.temples ? <ThreeSigns /> : null}
          <PlayForm
            busy={action.busy}
            newcomer={newcomer}
            onPlay={play}
            onCreate={() => leaveTo(`${paths.create}?game=${game}`)}
          />
          <div className={styles.length}>
            <LengthField game={game} preset={preset} onChange={choosePreset} />
          </div>
          <RefusalNote error={action.error} />
          <div className={styles.fields}>
            <NameField name={name} form={PLAY_FORM} onChange={setName} />
            <CodeForm onOpen={open} />
          </div>
          {newcomer || !entry.temples ? null : <LearnLinks />}
        </div>
        <div className={styles.tables}>
          <Suspense fallback={<div className={styles.loading} />}>
            <Tables onOpen={open} />
          </Suspense>
        </div>
      </main>
    </div>
  );
}

interface Props {
  readonly busy: boolean;
  /** Whether the person is new here: the lesson comes first, and the match is against bots. */
  readonly newcomer: boolean;
  readonly onPlay: () => void;
  readonly onCreate: () => void;
}

/** The form's id, for the field of the viewer's name, which stands below it. */
const PLAY_FORM = "play";

/** The two ways to start a match. */
function PlayForm({ busy, newcomer, onPlay, onCreate }: Props) {
  return (
    <Form id={PLAY_FORM} className={styles.form} onSubmit={onPlay}>
      {newcomer ? <LearnButton /> : null}
      <div className={styles.buttons}>
        <Button
          type="submit"
          tone={newcomer ? "gold" : "go"}
          className={styles.play ?? ""}
          aria-disabled={busy}
        >
          <Drawing sheet="marks" id="die-5" className={styles.die} />
          <span>
            {i18n._("Play now")}
            <small>
              {newcomer ? i18n._("with bots, at once") : i18n._("with people or bots, in seconds")}
            </small>
          </span>
        </Button>
        <Button onClick={onCreate}>{i18n._("Create a table")}</Button>
      </div>
    </Form>
  );
}

/** The way to the lesson that newcomers see first. */
function LearnButton() {
  return (
    <GoButton tone="go" className={styles.first ?? ""} to={paths.learn}>
      <Drawing sheet="signs" id="ocelotl" className={styles.die} />
      <span>
        {i18n._("Learn in five minutes")}
        <small>{i18n._("a first match that shows you everything")}</small>
      </span>
    </GoButton>
  );
}

/** The way to the lesson and to the rules for all others. */
function LearnLinks() {
  const known = lessonProgress();
  const within = known !== null && known.step !== null && !known.skipped;
  return (
    <p className={styles.links}>
      <Link href={paths.learn}>
        {within ? i18n._("Go on with the lesson") : i18n._("Learn in five minutes")}
      </Link>
      <Link href={paths.rules("flower-war")}>{i18n._("Read the rules")}</Link>
    </p>
  );
}
