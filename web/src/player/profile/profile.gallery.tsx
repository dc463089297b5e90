import { type AnyPlayerMatch, Refusal, type StoredSeat } from "@flower-war/client-sdk";
import type { MatchHistory, PlayedGame, PlayerMatchSeat, Profile } from "@flower-war/client-sdk/players";
import type { Exhibit } from "../../gallery/gallery.tsx";
import { NoProfile, ProfileView, UnknownPlayer } from "./profile-page.tsx";

const DAY = 24 * 60 * 60 * 1000;
/** The moment that the pictures show. */
const NOW = 1_800_000_000_000;

const curve = (values: readonly number[], daysBetween: number) =>
  values.map((value, i) => ({ value, at: NOW - (values.length - i) * daysBetween * DAY }));

const rating = (value: number, matches: number, rank: number | null) => ({
  value,
  matches,
  rank,
  provisional: rank === null,
});

const GAMES: readonly PlayedGame[] = [
  {
    game: "flower-war",
    played: 96,
    won: 31,
    rating: rating(1412, 34, 12),
    curve: curve(
      [
        1180, 1186, 1185, 1184, 1204, 1199, 1207, 1208, 1203, 1229, 1214, 1231, 1248, 1233, 1225, 1240, 1249,
        1242, 1273, 1260, 1292, 1291, 1293, 1293, 1290, 1297, 1320, 1330, 1350, 1344, 1374, 1362, 1380, 1412,
      ],
      5,
    ),
  },
  {
    game: "mexica",
    played: 26,
    won: 7,
    rating: rating(1188, 14, 61),
    curve: curve([1220, 1229, 1248, 1207, 1248, 1182, 1229, 1234, 1247, 1191, 1183, 1206, 1203, 1188], 9),
  },
  {
    game: "space-aztecs",
    played: 6,
    won: 2,
    rating: rating(1209, 3, null),
    curve: curve([1200, 1195, 1209], 2),
  },
];

const CITLALI: Profile = {
  id: "Citlali00000",
  name: "Citlali",
  kind: "account",
  since: NOW - 310 * DAY,
  games: [...GAMES],
  reputation: { finished: 126, left: 2 },
};

const person = (seat: string, name: string, player: string | null = null): PlayerMatchSeat => ({
  seat,
  name,
  player,
  kind: "human",
});
const ME = person("east", "Citlali", CITLALI.id);
const MARISOL = person("north", "Marisol", "Marisol00000");
const JUN = person("south", "Jun", "Jun000000000");
const OCELOT: PlayerMatchSeat = { seat: "west", name: "Ocelot", player: null, kind: "bot" };
const SIX = [
  ME,
  MARISOL,
  JUN,
  OCELOT,
  person("topan", "Xochitl", "Xochitl00000"),
  person("mictlan", "Yaotl", "Yaotl0000000"),
];

let matches = 0;

function match(days: number, facts: Partial<AnyPlayerMatch>): AnyPlayerMatch {
  return {
    match: `gallery0000${matches++}`,
    game: "flower-war",
    preset: "flower-war",
    private: false,
    invitation: null,
    beganAt: NOW - days * DAY - 3_600_000,
    endedAt: NOW - days * DAY,
    seat: "east",
    seats: [ME, MARISOL, JUN],
    outcome: { winner: "north", standings: [{ seat: "north", place: 1 }] },
    place: 2,
    won: false,
    left: false,
    ratingChange: null,
    ...facts,
  } as AnyPlayerMatch;
}

const WON = { won: true, place: 1 };
const NOBODY = { winner: null, by: "flood", standings: [] } as never;

const OVER: readonly AnyPlayerMatch[] = [
  match(0, { ...WON, ratingChange: 19, seats: [ME, MARISOL, JUN, OCELOT] }),
  match(1, { outcome: NOBODY, place: null, preset: "short-evening", seats: [ME, OCELOT], ratingChange: 1 }),
  match(2, { game: "mexica", preset: "mexica", ratingChange: -8 }),
  match(4, { ...WON, seats: SIX, ratingChange: 26 }),
  match(5, {
    game: "space-aztecs",
    preset: "space-aztecs",
    seat: "0",
    seats: [person("0", "Citlali", CITLALI.id), person("1", "Jun", JUN.player), person("2", "Ana")],
    ratingChange: 4,
  }),
  match(6, { left: true, place: null, ratingChange: -14 }),
  match(40, {
    outcome: { by: "draw", winner: null } as never,
    place: null,
    seats: [ME, MARISOL],
    ratingChange: 0,
  }),
  match(300, { ...WON, preset: "", ratingChange: 12 }),
];

const history = (
  shown: readonly AnyPlayerMatch[],
  next: string | null = null,
): MatchHistory<AnyPlayerMatch> => ({ matches: [...shown], next });

const RUNNING: readonly AnyPlayerMatch[] = [
  match(0, { endedAt: null, outcome: null, place: null, seats: [ME, MARISOL, JUN, OCELOT] }),
  match(3, {
    endedAt: null,
    outcome: null,
    place: null,
    preset: "short-evening",
    seat: "west",
    seats: [person("east", "Xochitl", "Xochitl00000"), person("west", "Citlali", CITLALI.id)],
    private: true,
    invitation: "gallery-invitation",
  }),
];

/** A seat as the browser that took it has it. */
const keptSeat = ({ match: id, game, seat }: AnyPlayerMatch): StoredSeat => ({
  server: location.origin,
  match: id,
  code: "A346",
  game,
  seat,
  token: "",
});

interface Shown {
  readonly profile?: Profile;
  readonly shown?: MatchHistory<AnyPlayerMatch>;
  readonly running?: readonly AnyPlayerMatch[];
  readonly seats?: readonly StoredSeat[];
}

const view = ({ profile = CITLALI, shown = history(OVER), running, seats = [] }: Shown) => (
  <ProfileView
    profile={profile}
    history={shown}
    running={running === undefined ? null : { matches: running, seats }}
    readMore={() => Promise.resolve(history([]))}
  />
);

const NEW: Profile = {
  ...CITLALI,
  since: NOW - DAY,
  games: [],
  reputation: { finished: 0, left: 0 },
};
const GUEST: Profile = {
  ...CITLALI,
  name: "Tomás",
  kind: "guest",
  since: NOW - 9 * DAY,
  games: [{ game: "flower-war", played: 3, won: 1, rating: null, curve: [] }],
  reputation: { finished: 3, left: 0 },
};
const UNRATED = OVER.slice(0, 3).map((each) => ({ ...each, ratingChange: null }));

const exhibits: readonly Exhibit[] = [
  { name: "profile", render: () => view({ shown: history(OVER, "more") }) },
  {
    name: "profile-own",
    render: () =>
      view({
        running: RUNNING,
        seats: RUNNING.slice(0, 1).map(keptSeat),
        shown: history([match(0, { ...WON, private: true, invitation: "gallery-invitation" }), ...OVER]),
      }),
  },
  { name: "profile-guest", render: () => view({ profile: GUEST, shown: history(UNRATED) }) },
  {
    name: "profile-own-guest",
    render: () => view({ profile: GUEST, shown: history(UNRATED), running: [] }),
  },
  { name: "profile-new", render: () => view({ profile: NEW, shown: history([]), running: [] }) },
  { name: "profile-unknown", render: () => <UnknownPlayer /> },
  {
    name: "profile-unreachable",
    render: () => <NoProfile error={new Refusal({ code: "unreachable", message: "" })} onRetry={() => {}} />,
  },
];
export default exhibits;
