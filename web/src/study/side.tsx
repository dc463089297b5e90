import type { ReactNode } from "react";
import { useState } from "react";
import { Panel } from "../design/parts/panel.tsx";
import { Segments } from "../design/parts/segments.tsx";
import { i18n } from "../texts/index.ts";
import styles from "./side.module.css";

/** What stands beside the board. */
export type Tab = "log" | "comments" | "branches" | "people";

interface Props {
  readonly first: Tab;
  /** How much is in each. */
  readonly counts: Readonly<Record<Exclude<Tab, "log">, number>>;
  readonly parts: Readonly<Record<Tab, ReactNode>>;
}

/** The log, what was said, what could have been, and who is here: one at a time. */
export function Side({ first, counts, parts }: Props) {
  const [tab, setTab] = useState(first);
  const titles = tabTitles();
  const tabs = Object.keys(titles) as Tab[];
  return (
    <div className={styles.side}>
      <Segments<Tab>
        label={i18n._("Beside the board")}
        options={tabs.map((value) => ({
          value,
          label: value === "log" || counts[value] === 0 ? titles[value] : `${titles[value]} ${counts[value]}`,
        }))}
        value={tab}
        onChange={setTab}
      />
      {tab === "log" ? (
        parts.log
      ) : (
        <Panel title={titles[tab]} quiet className={styles.panel}>
          {parts[tab]}
        </Panel>
      )}
    </div>
  );
}

const tabTitles = (): Readonly<Record<Tab, string>> => ({
  log: i18n._("Log"),
  comments: i18n._("Comments"),
  branches: i18n._("What if"),
  people: i18n._("People"),
});
