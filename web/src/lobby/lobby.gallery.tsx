import { type Listing, Refusal } from "@flower-war/client-sdk";
import type { Exhibit } from "../gallery/gallery.tsx";
import { PartPage } from "../gallery/part-page.tsx";
import styles from "./lobby-page.module.css";
import { OpenTables } from "./open-tables.tsx";
import type { LiveLobby } from "./use-lobby.ts";

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
  temple: false,
  createdAt: 0,
  ...facts,
});

const TABLES: readonly Listing[] = [
  listing("A346", "Marisol"),
  listing("K02F", "Citlali", { seats: 6, open: 1 }),
  listing("P9QR", "Jun", { game: "tieqchieq", seats: 2, open: 1 }),
  listing("M3NB", "Ana", { status: "playing", open: 0 }),
];

function tables(lobby: Partial<LiveLobby>) {
  return (
    <PartPage title="Lobby">
      <div className={styles.tables}>
        <OpenTables
          lobby={{ connection: "connected", matches: [], error: null, retry: () => {}, ...lobby }}
          onOpen={() => {}}
        />
      </div>
    </PartPage>
  );
}

const exhibits: readonly Exhibit[] = [
  { name: "lobby-tables", render: () => tables({ matches: TABLES }) },
  { name: "lobby-empty", render: () => tables({}) },
  { name: "lobby-opening", render: () => tables({ connection: "opening" }) },
  { name: "lobby-reconnecting", render: () => tables({ connection: "reconnecting", matches: TABLES }) },
  {
    name: "lobby-offline",
    render: () => tables({ connection: "gone", error: new Refusal({ code: "unreachable", message: "" }) }),
  },
];
export default exhibits;
