import { type Listing, Refusal } from "@flower-war/client-sdk";
import type { Exhibit } from "../gallery/gallery.tsx";
import { PartPage } from "../gallery/parts.tsx";
import type { LiveLobby } from "./tables/lobby-feed.ts";
import styles from "./lobby-page.module.css";
import { OpenTables } from "./tables/open-tables.tsx";

const listing = (code: string, host: string, facts: Partial<Listing> = {}): Listing => ({
  id: code,
  code,
  game: "flower-war",
  status: "gathering",
  seats: 4,
  open: 2,
  host,
  preset: "flower-war",
  speed: "relaxed",
  people: [host],
  bots: [],
  temple: false,
  silent: false,
  watchDelay: 0,
  unwatched: false,
  language: "",
  title: "",
  takeBacks: false,
  pauses: 0,
  holidays: 0,
  handOvers: "no",
  judges: false,
  createdAt: 0,
  replaceable: 0,
  admission: "anyone",
  ...facts,
});

const TABLES: readonly Listing[] = [
  listing("A346", "Marisol", { people: ["Marisol", "Ocelot"] }),
  listing("K02F", "Citlali", {
    seats: 6,
    open: 1,
    people: ["Citlali", "Tomás", "Jun", "Xochitl", "Yaotl"],
    temple: true,
    admission: "accounts",
  }),
  listing("P9QR", "Jun", {
    game: "tieqchieq",
    preset: "tieqchieq",
    speed: "days",
    seats: 2,
    open: 1,
    language: "fr",
  }),
  listing("R7CD", "Tomás", { status: "playing", speed: "quick", open: 0, replaceable: 3 }),
  listing("M3NB", "Ana", {
    status: "playing",
    speed: "none",
    open: 0,
    people: ["Ana", "Xochitl"],
    admission: "invited",
  }),
];

/** A page of a list of 150. */
const MANY = Array.from({ length: 20 }, (_, i) =>
  listing(`T${100 + i}`, ["Marisol", "Citlali", "Jun", "Ana"][i % 4] ?? "", {
    speed: i % 3 === 0 ? "days" : "quick",
  }),
);

function tables(lobby: Partial<LiveLobby>) {
  const shown = lobby.tables ?? [];
  return (
    <PartPage title="Lobby">
      <div className={styles.tables}>
        <OpenTables
          lobby={{
            connection: "connected",
            tables: shown,
            total: shown.length,
            page: 1,
            pages: 1,
            error: null,
            request: {},
            choose: () => {},
            retry: () => {},
            ...lobby,
          }}
          onOpen={() => {}}
        />
      </div>
    </PartPage>
  );
}

const exhibits: readonly Exhibit[] = [
  { name: "lobby-tables", render: () => tables({ tables: TABLES }) },
  {
    name: "lobby-pages",
    render: () => tables({ tables: MANY, total: 150, page: 3, pages: 8, request: { free: 1, page: 3 } }),
  },
  { name: "lobby-empty", render: () => tables({}) },
  { name: "lobby-none-like-this", render: () => tables({ request: { game: "mexica", temple: true } }) },
  { name: "lobby-opening", render: () => tables({ connection: "opening" }) },
  { name: "lobby-reconnecting", render: () => tables({ connection: "reconnecting", tables: TABLES }) },
  { name: "lobby-still", render: () => tables({ connection: "still", tables: TABLES }) },
  {
    name: "lobby-offline",
    render: () => tables({ connection: "gone", error: new Refusal({ code: "unreachable", message: "" }) }),
  },
];
export default exhibits;
