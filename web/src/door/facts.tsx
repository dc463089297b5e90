import type { GameName, OptionValue, TableSummary } from "@flower-war/client-sdk";
import { type ReactNode, Suspense } from "react";
import { Icon } from "../design/parts/icon.tsx";
import { describeValue, useGameTexts } from "../games/load-game.ts";
import { durationWords } from "../session/match-facts.ts";
import { currentLanguage, i18n } from "../texts/index.ts";
import { nameOfLanguage } from "../texts/language-name.ts";
import styles from "./facts.module.css";

interface Props {
  readonly game: GameName;
  readonly table: TableSummary;
  /** `null`: there is no host. */
  readonly host: string | null;
}

/** How a match is played: its time, clock and start, who may come, and the options that are its own. */
export function Facts({ game, table, host }: Props) {
  const { minutes, clock, seats, preset, changed, language } = table;
  const isForeign = language !== "" && language !== currentLanguage();
  return (
    <>
      <dl className={styles.facts}>
        {minutes === null ? null : (
          <Fact term={i18n._("Time")} more={i18n._("with {seats} at the table", { seats: seats.length })}>
            {i18n._("about {minutes} min", { minutes })}
          </Fact>
        )}
        {clock === null ? (
          <Fact term={i18n._("Clock")} more={i18n._("take all the time you want")}>
            {i18n._("none")}
          </Fact>
        ) : (
          <Fact term={i18n._("Clock")} more={i18n._("then the server plays")}>
            {i18n._("{turn} a turn", { turn: durationWords(clock.turn) })}
          </Fact>
        )}
        <Fact
          term={i18n._("Start")}
          more={table.status === "gathering" ? i18n._("not begun yet") : i18n._("you can watch")}
        >
          {describeStart(table, host)}
        </Fact>
      </dl>
      {table.private || table.silent || isForeign || (preset === "" && changed.length > 0) ? (
        <ul className={styles.more}>
          {table.private ? (
            <li>
              <Icon id="lock" />
              {i18n._("only with the link")}
            </li>
          ) : null}
          {table.silent ? (
            <li>
              <Icon id="mute" />
              {i18n._("Silent: nobody talks")}
            </li>
          ) : null}
          {isForeign && !table.silent ? (
            <li>
              <Icon id="chat" />
              {i18n._("Language: {language}", { language: nameOfLanguage(language) })}
            </li>
          ) : null}
          {preset === "" ? (
            <Suspense fallback={null}>
              <ChangedOptions game={game} table={table} />
            </Suspense>
          ) : null}
        </ul>
      ) : null}
    </>
  );
}

interface FactProps {
  readonly term: string;
  readonly more: string;
  readonly children: ReactNode;
}

function Fact({ term, more, children }: FactProps) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>
        <strong>{children}</strong>
        <small>{more}</small>
      </dd>
    </div>
  );
}

function ChangedOptions({ game, table: { options, changed } }: Pick<Props, "game" | "table">) {
  const texts = useGameTexts(game);
  const values = new Map<string, OptionValue>(Object.entries(options));
  return changed.map((name) => (
    <li key={name}>
      <Icon id="gear" />
      {texts.options[name]?.label ?? name}: {describeValue(texts.options[name], values.get(name) ?? "")}
    </li>
  ));
}

function describeStart({ status, start }: TableSummary, host: string | null): string {
  if (status === "playing") return i18n._("has begun");
  switch (start) {
    case "host":
      return host === null ? i18n._("when its host says") : i18n._("when {host} says", { host });
    case "full":
      return i18n._("with the last seat");
    case "countdown":
      return i18n._("in a moment, with bots");
  }
}
