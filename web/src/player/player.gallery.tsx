import type { Exhibit } from "../gallery/gallery.tsx";
import { type AccountEvent, EventsPanel } from "./events-panel.tsx";
import styles from "./player-page.module.css";
import { type PlayerSession, SessionsPanel } from "./sessions-panel.tsx";
import { type PersonalToken, TokensPanel } from "./tokens-panel.tsx";

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
/** The moment that the pictures show. */
const NOW = 1_800_000_000_000;

const SESSIONS: readonly PlayerSession[] = [
  { id: "laptop", device: "Firefox, Linux", createdAt: NOW - 40 * DAY, seenAt: NOW, current: true },
  {
    id: "phone",
    device: "Samsung Internet, Android",
    createdAt: NOW - 9 * DAY,
    seenAt: NOW - DAY,
    current: false,
  },
  { id: "program", device: "", createdAt: NOW - 90 * DAY, seenAt: NOW - 30 * DAY, current: false },
  { id: "older", device: "", seenAt: NOW - 60 * DAY, current: false },
];

const event = (
  what: AccountEvent["what"],
  hoursAgo: number,
  more: Partial<AccountEvent> = {},
): AccountEvent => ({
  what,
  at: NOW - hoursAgo * HOUR,
  times: 1,
  device: "Firefox, Linux",
  ...more,
});
const EVENTS: readonly AccountEvent[] = [
  event("refused", 2, { asked: "remove-passkey", times: 3, device: "Chrome, Windows" }),
  event("session-ended", 3),
  event("signed-in", 220, { device: "Samsung Internet, Android" }),
  event("passkey-added", 960),
];

const TOKENS: readonly PersonalToken[] = [
  { id: "one", name: "Xochitl", scopes: ["play", "chat"], createdAt: NOW - 3 * DAY, usedAt: NOW - HOUR },
  {
    id: "two",
    name: "Ocelot",
    scopes: ["bot"],
    createdAt: NOW - 9 * DAY,
    usedAt: null,
    bot: "A1b2C3d4E5f6",
  },
];

const exhibits: readonly Exhibit[] = [
  {
    name: "player-tokens",
    render: () => (
      <main className={styles.page}>
        <TokensPanel tokens={TOKENS} reload={() => Promise.resolve()} runProven={(act) => act()} />
      </main>
    ),
  },
  {
    name: "account",
    render: () => (
      <main className={styles.page}>
        <SessionsPanel sessions={SESSIONS} reload={() => Promise.resolve()} runProven={(act) => act()} />
        <EventsPanel events={EVENTS} />
      </main>
    ),
  },
];
export default exhibits;
