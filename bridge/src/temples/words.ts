import type { BySlot, Step, Verdict } from "@flower-war/protocol/temple";

/** Why lamps are shut whatever the match says. */
export type Obstacle = "server-away" | "doubt" | "two-devices";

/** What a temple's screen says in one language. Lines lose their accents there, and what is beyond 20 characters. */
export interface Words {
  readonly gods: BySlot<string>;
  /** Why a bead got its verdict, and what to do with it, by the verdict's reason. */
  readonly reasons: Readonly<Record<string, string>>;
  /** Of a reason that is not known here, by verdict. */
  readonly others: { readonly [V in Verdict]: string };
  readonly steps: Readonly<Record<Step, string>>;
  readonly obstacles: Readonly<Record<Obstacle, readonly string[]>>;
  readonly take: (n: number, god: string) => string;
  readonly put: (n: number, god: string) => string;
  /** What to do with both gods' beads: `n` below 0 to take out, above 0 to put in, what is to be put in first. */
  readonly both: (
    first: readonly [n: number, god: string],
    second: readonly [n: number, god: string],
  ) => string;
  readonly drop: (left: number) => string;
  readonly closed: string;
  readonly daysLeft: (days: number) => string;
  readonly match: (code: string) => string;
  readonly pauses: Readonly<Record<"idle" | "paused" | "over", string>>;
  readonly winner: string;
  readonly noMatch: string;
  readonly enterCode: readonly [string, string];
  readonly code: (code: string) => string;
  readonly asks: readonly [string, string];
  readonly movedHere: readonly [alone: string, from: string];
  readonly movedAway: string;
  /** The other temple, after `movedHere` and `movedAway`. */
  readonly at: (temple: string) => string;
  readonly butAt: (temple: string) => string;
}

const EN: Words = {
  gods: { h: "Huitzil", t: "Tlaloc" },
  reasons: {
    ok: "Accepted",
    mirror: "A debt is settled",
    late: "Too late: take it",
    "just-late": "Too late: take it",
    "unknown-turn": "Which turn? Take it",
    "not-your-decision": "Not you now: take it",
    "wrong-phase": "Not now: take it",
    "no-skulls": "No skulls: take it",
    "already-traded": "Traded: take it",
    "match-over": "It is over: take it",
    "match-paused": "Paused: take it",
    unpaired: "No match: take it",
    pairing: "Pairing: take it",
    "server-away": "Wait for the server",
    implausible: "Too many at once",
    bounce: "Counted once",
    earlier: "Fell before: ignored",
  },
  others: {
    accepted: "Accepted",
    absorbed: "A debt is settled",
    rejected: "Refused: take it",
    ignored: "Not counted: take it",
    pending: "Wait",
    invalid: "Not understood",
  },
  steps: { roll: "rolls", move: "moves", landing: "lands", sacrifice: "offers", cards: "plays" },
  obstacles: {
    "server-away": ["Wait", "The server is away"],
    doubt: ["Wait", "Checking the temple"],
    "two-devices": ["Two temples have", "this name: switch", "one of them off"],
  },
  take: (n, god) => `Take ${n} from ${god}`,
  put: (n, god) => `Put ${n} to ${god}`,
  both: ([a, h], [b, t]) =>
    a > 0 ? `Put ${a} ${h}, ${b > 0 ? b : `take ${-b}`} ${t}` : `Take ${-a} ${h}, ${-b} ${t}`,
  drop: (left) => `Drop up to ${left}`,
  closed: "Slots closed",
  daysLeft: (days) => `Days left ${days}`,
  match: (code) => `Match ${code}`,
  pauses: { idle: "is about to begin", paused: "is paused", over: "is over" },
  winner: "is over. Winner:",
  noMatch: "No match: press pair",
  enterCode: ["Enter this code", "in your match:"],
  code: (code) => `Code ${code}`,
  asks: ["plays with this?", "Yes: press pair"],
  movedHere: ["plays here now", "plays here now, not"],
  movedAway: "plays no longer here",
  at: (temple) => `at ${temple}`,
  butAt: (temple) => `but at ${temple}`,
};

const ES: Words = {
  gods: EN.gods,
  reasons: {
    ok: "Aceptada",
    mirror: "Deuda saldada",
    late: "Tarde: sácala",
    "just-late": "Tarde: sácala",
    "unknown-turn": "Sin turno: sácala",
    "not-your-decision": "No te toca: sácala",
    "wrong-phase": "Ahora no: sácala",
    "no-skulls": "No hay más: sácala",
    "already-traded": "Ya cambió: sácala",
    "match-over": "Se acabó: sácala",
    "match-paused": "En pausa: sácala",
    unpaired: "Sin mesa: sácala",
    pairing: "Enlazando: sácala",
    "server-away": "Espera al servidor",
    implausible: "Demasiadas a la vez",
    bounce: "Contada una vez",
    earlier: "De antes: no cuenta",
  },
  others: {
    accepted: "Aceptada",
    absorbed: "Deuda saldada",
    rejected: "No vale: sácala",
    ignored: "No cuenta: sácala",
    pending: "Espera",
    invalid: "No se entiende",
  },
  steps: { roll: "tira", move: "mueve", landing: "llega", sacrifice: "ofrenda", cards: "juega" },
  obstacles: {
    "server-away": ["Espera", "El servidor no está"],
    doubt: ["Espera", "Revisando el templo"],
    "two-devices": ["Hay dos templos con", "este nombre: apaga", "uno de ellos"],
  },
  take: (n, god) => `Saca ${n} de ${god}`,
  put: (n, god) => `Pon ${n} en ${god}`,
  both: ([a, h], [b, t]) =>
    a > 0 ? `Pon ${a} ${h}, ${b > 0 ? b : `saca ${-b}`} ${t}` : `Saca ${-a} ${h}, ${-b} ${t}`,
  drop: (left) => `Echa hasta ${left}`,
  closed: "Ranuras cerradas",
  daysLeft: (days) => `Quedan ${days} días`,
  match: (code) => `Mesa ${code}`,
  pauses: { idle: "va a empezar", paused: "está en pausa", over: "ha terminado" },
  winner: "ha terminado. Ganó:",
  noMatch: "Sin mesa: pulsa pair",
  enterCode: ["Escribe este código", "en tu partida:"],
  code: (code) => `Código ${code}`,
  asks: ["juega con este?", "Sí: pulsa pair"],
  movedHere: ["juega aquí ahora", "juega aquí, y no"],
  movedAway: "ya no juega aquí",
  at: (temple) => `en ${temple}`,
  butAt: (temple) => `sino en ${temple}`,
};

/** Returns the words for a temple's language. @param lang BCP 47, as its state says (section 3); English unless it is Spanish */
export function wordsFor(lang: string | null): Words {
  return /^es\b/i.test(lang ?? "") ? ES : EN;
}
