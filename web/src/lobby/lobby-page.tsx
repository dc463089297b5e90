import type { AnyMatch, GameName } from "@flower-war/client-sdk";
import { Suspense, useState } from "react";
import { useLocation } from "wouter";
import { TopBar, TopLink } from "../design/page/frame.tsx";
import { lazyPart } from "../texts/lazy-part.tsx";
import { paths } from "../base/routes.ts";
import { usePage } from "../base/use-page.ts";
import { GamePicture } from "../board-picture/index.tsx";
import { Segments } from "../design/parts/segments.tsx";
import { CATALOG } from "../games/catalog.ts";
import { host } from "../session/host.ts";
import { isNewcomer, rememberedName, rememberName } from "../session/memory.ts";
import { NameField } from "../session/name-field.tsx";
import { RefusalNote } from "../session/refusal-note.tsx";
import { sitDown } from "../session/sitting.ts";
import { useAction } from "../session/use-action.ts";
import { currentLanguage, i18n } from "../texts/index.ts";
import { CodeForm } from "../session/code-form.tsx";
import styles from "./lobby-page.module.css";
import { LearnLinks, PLAY_FORM, PlayForm } from "./play-form.tsx";
import { playShortEvening } from "../presets/short-evening.ts";
import { ThreeSigns } from "../design/parts/three-signs.tsx";
import { useLobby } from "./lobby-feed.ts";

const GAME_TABS = Object.entries(CATALOG).map(([value, { title }]) => ({
  value: value as GameName,
  label: title,
}));

/** The lists: the buttons above can be used before they are there. */
const Tables = lazyPart(async () => (await import("./tables.tsx")).Tables);

/** The page where players find a match. */
export function LobbyPage() {
  usePage("");
  const [game, setGame] = useState<GameName>("flower-war");
  const [name, setName] = useState(rememberedName);
  const [isNew] = useState(isNewcomer);
  const [, goTo] = useLocation();
  const action = useAction();
  const lobby = useLobby();
  const entry = CATALOG[game];
  const newcomer = isNew && game === "flower-war";

  const play = () => {
    const given = name.trim();
    rememberName(given);
    action.run(async () => {
      const place: Promise<AnyMatch> = newcomer
        ? playShortEvening(given)
        : host.quickPlay({ game, name: given, language: currentLanguage() });
      const { match } = await sitDown(place);
      goTo(paths.match(match.code));
    });
  };
  const open = (code: string) => {
    if (name.trim() !== "") rememberName(name.trim());
    goTo(paths.match(code));
  };

  return (
    <div className={styles.page}>
      <TopBar actions={<TopLink href={paths.leaderboard(game)}>{i18n._("Leaderboard")}</TopLink>}>
        <Segments label={i18n._("Game")} look="pills" options={GAME_TABS} value={game} onChange={setGame} />
      </TopBar>
      <main className={styles.main}>
        <div className={styles.picture}>
          <GamePicture
            game={game}
            seats={["east", "north", "south", "west"]}
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
            onCreate={() => {
              if (name.trim() !== "") rememberName(name.trim());
              goTo(`${paths.create}?game=${game}`);
            }}
          />
          <RefusalNote error={action.error} />
          <div className={styles.fields}>
            <NameField name={name} form={PLAY_FORM} onChange={setName} />
            <CodeForm onOpen={open} />
          </div>
          {newcomer || !entry.temples ? null : <LearnLinks />}
        </div>
        <div className={styles.tables}>
          <Suspense fallback={<div className={styles.loading} />}>
            <Tables lobby={lobby} onOpen={open} />
          </Suspense>
        </div>
      </main>
    </div>
  );
}
