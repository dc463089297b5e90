import {
  type ClockProfile,
  freeSeatsOf,
  type GameName,
  type Listing,
  type LobbyRequest,
} from "@flower-war/client-sdk";
import { Drawing } from "../../art/drawing.tsx";
import { Button } from "../../design/parts/button.tsx";
import { Check, Select } from "../../design/parts/field.tsx";
import { Notice } from "../../design/parts/notice.tsx";
import { Pages } from "../../design/parts/pages.tsx";
import { Dot } from "../../design/parts/pill.tsx";
import { CATALOG, catalogEntry } from "../../games/catalog.ts";
import { PRESETS } from "../../presets/presets.ts";
import { describeWatching, titleOfTable } from "../../session/match-facts.ts";
import { RefusalNote } from "../../session/refusal-note.tsx";
import { currentLanguage, i18n, LANGUAGES } from "../../texts/index.ts";
import { nameOfLanguage } from "../../texts/words.ts";
import type { LiveLobby, LobbyNews } from "./lobby-feed.ts";
import styles from "./open-tables.module.css";

interface Props {
  readonly lobby: LiveLobby;
  readonly onOpen: (code: string) => void;
}

/** A page of the tables that can be joined or watched, kept up to date. */
export function OpenTables({ lobby, onOpen }: Props) {
  const { connection, tables, total, error, request, choose } = lobby;
  const filtered = isFiltered(request);
  return (
    <section aria-labelledby="open-tables" className={styles.tables}>
      <div className={styles.top}>
        <header className={styles.head}>
          <h2 id="open-tables">{i18n._("Open tables")}</h2>
          <p role="status">
            <Dot kind={connection === "connected" ? "on" : "off"} />
            {describeConnection(connection)}
          </p>
          {total === 0 ? null : <p>{i18n._("{total, plural, one {# table} other {# tables}}", { total })}</p>}
          {connection === "gone" || connection === "still" ? (
            <Button onClick={lobby.retry}>{i18n._("Try again")}</Button>
          ) : null}
        </header>
        {filtered || total > 0 ? <TableFilters request={request} onChoose={choose} /> : null}
      </div>
      <RefusalNote error={error} />
      {connection === "connected" && filtered && total === 0 ? (
        <p className={styles.none}>
          {i18n._("No open table is like this.")}{" "}
          <Button onClick={() => choose({})}>{i18n._("Show all tables")}</Button>
        </p>
      ) : null}
      {connection === "connected" && !filtered && total === 0 ? (
        <Notice
          level={3}
          tone="empty"
          picture={<Drawing sheet="signs" id="tochtli" />}
          title={i18n._("No public table is open")}
        >
          {i18n._("Create one, and visitors see it here. Or play now with bots.")}
        </Notice>
      ) : null}
      {tables.length === 0 ? null : (
        <ul className={styles.list}>
          {tables.map((listing) => (
            <Table key={listing.id} listing={listing} onOpen={onOpen} />
          ))}
        </ul>
      )}
      <Pages
        label={i18n._("Pages of tables")}
        page={lobby.page}
        pages={lobby.pages}
        onTurn={(page) => choose({ ...request, page })}
      />
    </section>
  );
}

function describeConnection(connection: LobbyNews["connection"]): string {
  switch (connection) {
    case "opening":
      return i18n._("Asking the server…");
    case "connected":
      return i18n._("live");
    case "reconnecting":
    case "resuming":
      return i18n._("The connection was lost. Trying to come back…");
    case "still":
      return i18n._("Not live at the moment. Trying again…");
    case "gone":
      return i18n._("No list: the server cannot be reached. Trying again…");
  }
}

interface TableProps {
  readonly listing: Listing;
  readonly onOpen: (code: string) => void;
}

function Table({ listing, onOpen }: TableProps) {
  const { code, game, seats, speed, temple, silent, watchDelay, unwatched, language, admission } = listing;
  const title = titleOfTable(listing);
  const free = freeSeatsOf(listing);
  const joins = free > 0;
  return (
    <li className={styles.table}>
      <h3>{title}</h3>
      <p>
        {catalogEntry(game)?.title ?? game}, <span className={styles.code}>{code}</span>
      </p>
      <p className={styles.people}>{describePeople(listing)}</p>
      <p className={styles.seats} aria-hidden="true">
        {Array.from({ length: seats }, (_, i) => (
          <span key={i} className={i < seats - free ? styles.taken : styles.free} />
        ))}
      </p>
      <p>
        {joins
          ? describeFree(listing)
          : i18n._("{seats, plural, one {# seat, playing} other {# seats, playing}}", { seats })}
        {speed === "none" ? null : ` · ${i18n._("{time} a turn", { time: describeSpeed(speed) })}`}
        {temple ? ` · ${i18n._("a temple")}` : null}
        {silent ? ` · ${i18n._("silent")}` : null}
        {watchDelay > 0 || unwatched ? ` · ${describeWatching(watchDelay, unwatched)}` : null}
        {admission === "accounts" ? ` · ${i18n._("accounts only")}` : null}
        {admission === "finishers" ? ` · ${i18n._("who finish their matches")}` : null}
        {admission === "invited" ? ` · ${i18n._("by invitation")}` : null}
        {language === "" || language === currentLanguage() ? null : ` · ${nameOfLanguage(language)}`}
      </p>
      {joins ? (
        <Button
          tone="rain"
          aria-label={i18n._("Join {table}, {code}", { table: title, code })}
          onClick={() => onOpen(code)}
        >
          {i18n._("Join")}
        </Button>
      ) : unwatched ? null : (
        <Button
          aria-label={i18n._("Watch {table}, {code}", { table: title, code })}
          onClick={() => onOpen(code)}
        >
          {i18n._("Watch")}
        </Button>
      )}
    </li>
  );
}

/** Returns the names of those who sit there, bot accounts marked. */
function describePeople({ people, bots }: Listing): string {
  return [...people, ...bots.map((name) => i18n._("{name} (bot)", { name }))].join(", ");
}

function describeFree(listing: Listing): string {
  const { seats, status } = listing;
  const free = freeSeatsOf(listing);
  return status === "gathering"
    ? i18n._("{taken} of {seats} seated", { taken: seats - free, seats })
    : i18n._(
        "{free, plural, one {just begun: take a bot's seat} other {just begun: take one of # bots' seats}}",
        {
          free,
        },
      );
}

interface TableFiltersProps {
  readonly request: LobbyRequest;
  readonly onChoose: (request: LobbyRequest) => void;
}

/** Chooses which tables are listed. Another choice begins with its first page. */
function TableFilters({ request, onChoose }: TableFiltersProps) {
  const { page: _page, ...filter } = request;
  const { game, preset, speed, free, temple, language } = filter;
  const replace = (names: readonly string[], chosen: LobbyRequest) => {
    const others = Object.entries(filter).filter(([name]) => !names.includes(name));
    onChoose({ ...Object.fromEntries(others), ...chosen });
  };
  return (
    <div role="group" aria-label={i18n._("Which tables")} className={styles.filters}>
      <Select
        label={i18n._("Game")}
        options={gameOptions()}
        value={[game, preset].filter((part) => part !== undefined).join("/")}
        onChange={(value) => replace(["game", "preset"], readGame(value))}
      />
      <Select
        label={i18n._("A turn takes")}
        options={[
          { value: "", label: i18n._("any time") },
          ...Object.entries(SPEEDS).map(([value, label]) => ({ value, label: label() })),
        ]}
        value={speed ?? ""}
        onChange={(value) => replace(["speed"], value === "" ? {} : { speed: value as ClockProfile })}
      />
      <Select
        label={i18n._("Free seats")}
        options={[
          { value: "", label: i18n._("any or none") },
          ...[1, 2, 3, 4, 5].map((count) => ({
            value: String(count),
            label: i18n._("{count} or more", { count }),
          })),
        ]}
        value={String(free ?? "")}
        onChange={(value) => replace(["free"], value === "" ? {} : { free: Number(value) })}
      />
      <Select
        label={i18n._("Language")}
        options={[
          { value: "", label: i18n._("any") },
          ...Object.entries(LANGUAGES).map(([value, label]) => ({ value, label })),
        ]}
        value={language ?? ""}
        onChange={(value) => replace(["language"], value === "" ? {} : { language: value })}
      />
      <Check
        checked={temple === true}
        onChange={(checked) => replace(["temple"], checked ? { temple: true } : {})}
      >
        {i18n._("With a temple")}
      </Check>
    </div>
  );
}

/** Whether some tables are left out. */
function isFiltered({ page: _page, ...filter }: LobbyRequest): boolean {
  return Object.keys(filter).length > 0;
}

const SPEEDS: { readonly [P in ClockProfile]: () => string } = {
  quick: () => i18n._("seconds"),
  relaxed: () => i18n._("minutes"),
  days: () => i18n._("days"),
  none: () => i18n._("no clock"),
};

/** Returns how fast a table plays. A newer server may have another word for that. */
const describeSpeed = (speed: string): string =>
  Object.hasOwn(SPEEDS, speed) ? SPEEDS[speed as ClockProfile]() : speed;

/** Every game, and the presets of those that have several. */
function gameOptions(): { readonly value: string; readonly label: string }[] {
  const games = Object.entries(CATALOG).flatMap(([game, { title }]) => {
    const presets = PRESETS.filter((preset) => preset.game === game);
    const some = presets.length > 1 ? presets : [];
    return [
      { value: game, label: title },
      ...some.map((preset) => ({ value: `${game}/${preset.id}`, label: `${title}: ${preset.title()}` })),
    ];
  });
  return [{ value: "", label: i18n._("any") }, ...games];
}

function readGame(value: string): LobbyRequest {
  if (value === "") return {};
  const [game, preset] = value.split("/") as [GameName, string?];
  return { game, ...(preset !== undefined && { preset }) };
}
