import type { Challenge, ChatLine } from "@flower-war/client-sdk";
import { PolicyForm } from "../chat/chat-lazy.ts";
import { Dialog } from "../design/parts/dialog.tsx";
import { fakeMatch, fakeSeat, GATHERING } from "../gallery/fake-match.ts";
import type { Exhibit } from "../gallery/gallery.tsx";
import { i18n } from "../texts/index.ts";
import { Gathering } from "./gather-page.tsx";

const CHAT = [
  { seat: "north", name: "Marisol", text: "I brought the temple, where do I pair it?" },
  { seat: "east", name: "Citlali", text: "on your seat, “Pair a temple”" },
  { seat: null, name: "Itzel", text: "good luck to all" },
  { seat: "north", name: "Marisol", text: "", reaction: "thanks" },
  { seat: "south", name: "Jun", text: "one minute, what does a disc do?" },
].map((line, i): ChatLine => ({ reaction: "", ...line, n: i + 1, at: i }) as ChatLine);

const WITH_BOT = [
  ...GATHERING.slice(0, 2),
  fakeSeat("south", "Ahuizotl", { kind: "bot-account", ready: true }),
  ...GATHERING.slice(3),
];

const CHALLENGES: readonly Challenge[] = [
  { seat: "topan", bot: "gallery00002", name: "Nahual", status: "open", reason: null, until: 0 },
  { seat: "mictlan", bot: "gallery00003", name: "Xolotl", status: "declined", reason: "clock", until: 0 },
];

const SEALS = { east: "0f".repeat(32), north: "1e".repeat(32) };

const POLICY = { admission: "accounts", slow: 30, silenced: ["Moyotl"], blocked: ["Tzitzimitl"] } as const;

/** The classic game, as far as the page that gathers shows how it is played. */
const TABLE = { preset: "flower-war", options: {}, minutes: 52 };

const gather = (facts: Partial<Parameters<typeof fakeMatch>[0]>) => (
  <Gathering match={fakeMatch({ seats: GATHERING, seat: "east", ...facts })} table={TABLE} />
);

const exhibits: readonly Exhibit[] = [
  { name: "gather", render: () => gather({ chat: CHAT, seals: SEALS }) },
  { name: "gather-challenges", render: () => gather({ seats: WITH_BOT, challenges: CHALLENGES }) },
  { name: "gather-guest", render: () => gather({ seat: "south", silent: true }) },
  {
    name: "gather-policy",
    render: () => gather({ chat: CHAT, policy: POLICY }),
  },
  {
    name: "gather-policy-form",
    render: () => (
      <Dialog title={i18n._("Guests and chat")} onClose={() => {}}>
        <PolicyForm match={fakeMatch({ seats: GATHERING, seat: "east", policy: POLICY })} />
      </Dialog>
    ),
  },
  { name: "gather-countdown", render: () => gather({ start: "countdown", startsIn: 14_000 }) },
  {
    name: "gather-private-alone",
    render: () =>
      gather({ seats: [fakeSeat("east", "Citlali", { host: true }), fakeSeat("west", null)], private: true }),
  },
  {
    name: "gather-space-aztecs",
    render: () =>
      gather({
        game: "space-aztecs",
        seats: [fakeSeat("0", "Citlali", { host: true }), fakeSeat("1", null), fakeSeat("2", null)],
        seat: "0",
      }),
  },
];
export default exhibits;
