import type { ClockProfile, GameName, LobbyRequest } from "@flower-war/client-sdk";
import { PRESETS } from "../presets/presets.ts";
import { Check, Select } from "../design/parts/field.tsx";
import { CATALOG } from "../games/catalog.ts";
import { i18n, LANGUAGES } from "../texts/index.ts";
import styles from "./open-tables.module.css";

interface Props {
  readonly request: LobbyRequest;
  readonly onChoose: (request: LobbyRequest) => void;
}

/** Chooses which tables are listed. Another choice begins with its first page. */
export function TableFilters({ request, onChoose }: Props) {
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
export function isFiltered({ page: _page, ...filter }: LobbyRequest): boolean {
  return Object.keys(filter).length > 0;
}

const SPEEDS: { readonly [P in ClockProfile]: () => string } = {
  quick: () => i18n._("seconds"),
  relaxed: () => i18n._("minutes"),
  days: () => i18n._("days"),
  none: () => i18n._("no clock"),
};

/** Returns how fast a table plays. */
export const describeSpeed = (speed: ClockProfile): string => SPEEDS[speed]();

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
