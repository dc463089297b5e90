import { type GameName, Refusal, type StoredSeat, type TableSummary } from "@flower-war/client-sdk";
import { Suspense, useState } from "react";
import { lazyPart } from "../texts/lazy-part.tsx";
import { Button } from "../design/parts/button.tsx";
import { Form } from "../design/parts/field.tsx";
import { Icon } from "../design/parts/icon.tsx";
import { Dot, Pill } from "../design/parts/pill.tsx";
import { catalogEntry } from "../games/catalog.ts";
import { seatName } from "../session/seat-names.ts";
import { useOriginForOthers } from "../session/use-origin-for-others.ts";
import { SeatSign } from "../session/seat-sign.tsx";
import { PRESETS } from "../presets/presets.ts";
import { hostOf } from "../session/match-facts.ts";
import { rememberedName } from "../session/memory.ts";
import { LinkActions } from "../session/share.tsx";
import { NameField } from "../session/name-field.tsx";
import { RefusalNote } from "../session/refusal-note.tsx";
import type { Action } from "../session/use-action.ts";
import { i18n } from "../texts/index.ts";
import styles from "./invitation-card.module.css";
import { Facts } from "./facts.tsx";
import { SeatChoice } from "./seat-choice.tsx";

const SaveKeptWitness = lazyPart(
  async () => (await import("../fairness/witness.tsx")).SaveKeptWitness,
  "fairness",
);

export interface DoorProps {
  readonly game: GameName;
  readonly code: string;
  /** The address of this page, for others. */
  readonly link: string;
  readonly table: TableSummary;
  /** The viewer's own seats in it. */
  readonly mine: readonly StoredSeat[];
  readonly action: Action;
  readonly onBack: (kept: StoredSeat) => void;
  readonly onSit: (name: string, seat: string) => void;
  readonly onWatch: () => void;
}

/** The invitation: facts, seats, and the ways in. */
export function InvitationCard(props: DoorProps) {
  const { game, code, link, table, mine, action, onBack, onSit, onWatch } = props;
  const { seats, status } = table;
  const [name, setName] = useState(rememberedName);
  const [wanted, setWanted] = useState<string | null>(null);
  const { free } = table;
  const joins = free.length > 0;
  const chosen = wanted !== null && free.includes(wanted) ? wanted : (free[0] ?? null);
  const host = hostOf(table);
  const [own] = mine;
  const broken = action.error instanceof Refusal && action.error.code === "fairness-broken";
  const origin = useOriginForOthers();
  return (
    <Form
      className={styles.card}
      aria-busy={action.busy}
      onSubmit={() => {
        if (chosen !== null) onSit(name.trim(), chosen);
      }}
    >
      <header className={styles.head}>
        <h2>{describeHost(host)}</h2>
        <p>
          {describeGame(game, table)}
          {table.codeShown ? `. ${i18n._("Code {code}", { code })}` : null}
        </p>
        <Pill tone="live">
          <Dot kind="on" />
          {status === "gathering" ? i18n._("Gathering") : i18n._("Playing")}
        </Pill>
      </header>
      <div className={styles.fret} />
      <Facts game={game} table={table} host={host} />
      <SeatChoice seats={seats} free={free} chosen={joins ? chosen : null} onChoose={setWanted} />
      <footer className={styles.foot}>
        {mine.map((kept) => (
          <Button key={kept.seat} tone={broken ? "plain" : "gold"} onClick={() => onBack(kept)}>
            <SeatSign seat={kept.seat} size="small" />
            {i18n._("Go on as {seat}", { seat: seatName(kept.seat) })}
          </Button>
        ))}
        {joins && chosen !== null ? (
          <>
            <NameField name={name} className={styles.name} onChange={setName} />
            <Button type="submit" tone="go" className={styles.sit ?? ""} aria-disabled={action.busy}>
              <SeatSign seat={chosen} size="small" />
              {i18n._("Sit down: {seat}", { seat: seatName(chosen) })}
            </Button>
          </>
        ) : null}
        <Button tone={joins || mine.length > 0 ? "plain" : "rain"} onClick={onWatch}>
          <Icon id="eye" />
          {i18n._("Watch")}
        </Button>
        <RefusalNote error={action.error} />
        {broken && own !== undefined ? (
          <Suspense fallback={null}>
            <SaveKeptWitness match={own.match} />
          </Suspense>
        ) : null}
        {joins && status === "gathering" ? (
          <p>{i18n._("No account needed. You can leave until it begins.")}</p>
        ) : null}
        <div className={styles.pass}>
          <LinkActions link={origin + link} shown={false} />
        </div>
      </footer>
    </Form>
  );
}

/** Returns whose table it is. @param host `null`: there is no host */
export function describeHost(host: string | null): string {
  return host === null ? i18n._("A table") : i18n._("{host}'s table", { host });
}

function describeGame(game: GameName, { preset }: TableSummary): string {
  const title = catalogEntry(game)?.title ?? game;
  if (preset === "") return i18n._("{game}, your way", { game: title });
  const name = PRESETS.find(({ id, game: other }) => id === preset && other === game)?.title() ?? preset;
  return name === title ? title : `${title}, ${name}`;
}
