import { CLOSE, type ClockRules, type Match, type OpenOffer, Refusal } from "@flower-war/client-sdk";
import { Gone } from "../fairness/gone.tsx";
import { fakeMatch, fakeSeat, GATHERING } from "../gallery/fake-match.ts";
import type { Exhibit } from "../gallery/gallery.tsx";
import { PartPage } from "../gallery/parts.tsx";
import { LostConnection, useConnection } from "./connection.tsx";
import styles from "./notes.module.css";
import { Notes } from "./notes.tsx";
import { OpenTempleMoves } from "./open/open-notes.tsx";
import { PlayedForViewer } from "./open/played-notice.tsx";

/** A watcher asks for the seat of a bot. */
const ASK = { id: "ask", seat: "west", name: "Xoco", until: 0 };

const RULES: ClockRules = {
  turn: 120_000,
  reserve: 300_000,
  increment: 0,
  warning: 30_000,
  awayAfter: 3,
  away: "bot",
};

const clockOf = (deadline: number | null, away: boolean) => ({
  rules: RULES,
  seats: new Map([["east", { reserve: 0, turnEnds: deadline, deadline, away }]]),
  givenBack: 0,
});

type Facts = Partial<Parameters<typeof fakeMatch>[0]>;

const matchWith = (facts: Facts) =>
  fakeMatch({ seats: GATHERING, seat: "east", status: "playing", ...facts });

const notes = (facts: Facts) => <AllNotes match={matchWith(facts)} />;

function AllNotes({ match }: { readonly match: Match }) {
  const connection = useConnection(match);
  return (
    <PartPage title="Table">
      <Notes match={match} connection={connection} />
    </PartPage>
  );
}

function Panel({ match }: { readonly match: Match }) {
  const connection = useConnection(match);
  return (
    <PartPage title="Table">
      {typeof connection === "string" ? (
        <PlayedForViewer match={match} />
      ) : (
        <LostConnection match={match} loss={connection} as="panel" />
      )}
    </PartPage>
  );
}

const indebted = fakeSeat("east", "Citlali", {
  temple: "sun-temple",
  templeOnline: true,
  fixH: -2,
  fixT: -1,
});

const OFFER: OpenOffer = {
  id: "offer",
  what: "draw",
  by: "north",
  accepted: ["north"],
  asked: ["east"],
  until: 60_000,
};

const PAUSE: OpenOffer = { ...OFFER, what: "pause", seconds: 300 };
const GIFT: OpenOffer = { ...OFFER, what: "give-time", seconds: 300, to: "north" };

const MOVES = [
  { seat: "east", name: "Citlali", from: "school-3", to: "sun-temple" },
  { seat: "north", name: "Marisol", from: null, to: "sun-temple" },
];

/** What a client says of a server that changed its word about the dice. */
const BROKEN = new Refusal({ code: "fairness-broken", message: "", field: "header" });

const exhibits: readonly Exhibit[] = [
  {
    name: "lost-fairness",
    render: () => (
      <PartPage title="Table">
        <Gone
          match={matchWith({ connection: "gone" })}
          drop={{ code: 4000, reason: "", gone: true, refusal: BROKEN }}
          as="panel"
        />
      </PartPage>
    ),
  },
  {
    name: "lost-withheld",
    render: () => (
      <PartPage title="Table">
        <Gone
          match={matchWith({ status: "gathering", connection: "gone" })}
          drop={{ code: CLOSE.withheld, reason: "", gone: true }}
          as="note"
        />
      </PartPage>
    ),
  },
  { name: "note-reconnecting", render: () => notes({ connection: "reconnecting" }) },
  { name: "note-gone", render: () => notes({ connection: "gone" }) },
  { name: "note-low-time", render: () => notes({ clock: clockOf(10_000, false) }) },
  { name: "panel-away", render: () => <Panel match={matchWith({ clock: clockOf(null, true) })} /> },
  { name: "panel-reconnecting", render: () => <Panel match={matchWith({ connection: "reconnecting" })} /> },
  { name: "panel-gone", render: () => <Panel match={matchWith({ connection: "gone" })} /> },
  { name: "note-offer", render: () => notes({ offer: OFFER }) },
  { name: "note-offer-pause", render: () => notes({ offer: PAUSE }) },
  { name: "note-offer-time", render: () => notes({ offer: GIFT }) },
  { name: "note-offer-seat", render: () => notes({ offer: { ...OFFER, what: "hand-seat" } }) },
  { name: "note-paused", render: () => notes({ paused: { since: 0, until: 250_000 } }) },
  {
    name: "note-own-offer",
    render: () => notes({ offer: { ...OFFER, what: "abort", by: "east", asked: ["south"] } }),
  },
  { name: "note-ask", render: () => notes({ asks: [ASK] }) },
  { name: "note-claim", render: () => notes({ claimable: true }) },
  {
    name: "note-temple",
    render: () => (
      <PartPage title="Table">
        <div role="status" className={styles.list}>
          <OpenTempleMoves moves={MOVES} seat="east" />
        </div>
      </PartPage>
    ),
  },
  { name: "note-debt", render: () => notes({ seats: [indebted] }) },
  { name: "note-lake", render: () => notes({ seats: [{ ...indebted, fixH: 2, fixT: 0 }] }) },
];
export default exhibits;
