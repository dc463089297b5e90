import { BOT_KINDS, type BotKind } from "@flower-war/client-sdk";
import type { ReactNode } from "react";
import { Panel } from "../design/parts/panel.tsx";
import { Segments } from "../design/parts/segments.tsx";
import { CATALOG } from "../games/catalog.ts";
import { i18n } from "../texts/index.ts";
import styles from "./fields.module.css";
import type { MatchSettings } from "./match-settings.ts";

interface Props {
  readonly settings: MatchSettings;
  readonly onChange: (changes: Partial<MatchSettings>) => void;
}

/** How many play, and how many of them are bots. */
export function SeatsField({ settings: { game, seats, bots, botKind }, onChange }: Props) {
  const { min, max } = CATALOG[game].seats;
  return (
    <Panel title={i18n._("Who plays")} className={styles.panel}>
      <Row label={i18n._("Seats")}>
        <Segments
          label={i18n._("Seats")}
          options={numbers(min, max)}
          value={seats}
          onChange={(count) => onChange({ seats: count })}
        />
      </Row>
      <Row label={i18n._("Bots")}>
        <Segments
          label={i18n._("Bots")}
          options={numbers(0, seats - 1)}
          value={bots}
          onChange={(count) => onChange({ bots: count })}
        />
      </Row>
      {bots === 0 ? null : (
        <Row label={i18n._("Skill")}>
          <Segments
            label={i18n._("Skill")}
            options={BOT_KINDS.map((value) => ({ value, label: describeSkill(value) }))}
            value={botKind}
            onChange={(kind) => onChange({ botKind: kind })}
          />
        </Row>
      )}
    </Panel>
  );
}

/** A choice with its name before it. */
function Row({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className={styles.row}>
      <span aria-hidden="true">{label}</span>
      {children}
    </div>
  );
}

export const describeSkill = (kind: BotKind): string =>
  kind === "easy" ? i18n._("easy") : i18n._("skilled");

const numbers = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, i) => ({ value: first + i, label: first + i }));
