import type { GameName } from "@flower-war/client-sdk";
import { TopBar } from "../design/page/frame.tsx";
import { NotFound } from "../no-match/not-found.tsx";
import { usePage } from "../base/use-page.ts";
import { Panel } from "../design/parts/panel.tsx";
import { catalogEntry } from "../games/catalog.ts";
import { type RuleSection, useGameTexts } from "../games/load-game.ts";
import { i18n } from "../texts/index.ts";
import styles from "./rules-page.module.css";

/** The rules of a game for newcomers; the exact ones are its canon. */
export function RulesPage({ game }: { readonly game: string }) {
  const entry = catalogEntry(game);
  return entry === undefined ? <NotFound /> : <Rules game={game as GameName} title={entry.title} />;
}

function Rules({ game, title }: { readonly game: GameName; readonly title: string }) {
  const heading = i18n._("Rules of {game}", { game: title });
  usePage(heading);
  const { rules } = useGameTexts(game);
  return (
    <>
      <TopBar>
        <h1 tabIndex={-1}>{heading}</h1>
      </TopBar>
      <main className={styles.rules}>
        {inOrderOf(game, rules).map((section) => (
          <Panel key={section.heading} title={section.heading}>
            {section.paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </Panel>
        ))}
      </main>
    </>
  );
}

type Sections = ReturnType<typeof useGameTexts>["rules"];

/** Returns the sections of a game's rules. Mexica has Flower War's sections, after the section of its differences. */
export function inOrderOf(game: string, rules: Sections): readonly RuleSection[] {
  const sections = Object.entries(rules);
  return [...sections.filter(([name]) => name === game), ...sections.filter(([name]) => name !== game)].map(
    ([, section]) => section,
  );
}
