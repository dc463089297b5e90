/**
 * A server that works together with all seats but one grinds: it tries secrets and nonces for the dice that it wants, before the seals
 * and after the reveal. The faces stay even (docs/fair-dice.md, "The terms").
 */
import { ChanceReader, commitmentOf, seedOf } from "@flower-war/rules";
import { randomFrom } from "@flower-war/rules/bots";
import { canonical, formatTerms, publicKeyOf, sealOf } from "@flower-war/rules/witness";
import { expect, test } from "vitest";
import { breachOf } from "../src/witness/header.ts";

/** 10,000 of them by `FLOWER_WAR_GRINDS=10000`. */
const GRINDS = Number(process.env["FLOWER_WAR_GRINDS"] ?? 2_500);
/** The share of ones among the dice that so many grinds find, in %. */
const BIAS = GRINDS < 10_000 ? 2 : 1;
/** What the server tries in each grind. */
const TRIES = 4;
/** Dice of each match that are looked at. */
const DICE = 20;
/** Chi-square of six faces, five degrees of freedom, is above this with a probability of 0.01. */
const UNLIKELY = 15.086;

const SEED = sealOf("grinds");
const VICTIM = { secretKey: "5ec2".repeat(16) };
const KEY = publicKeyOf(VICTIM.secretKey);

function diceOf(seed: string): readonly number[] {
  const chance = new ChanceReader(seed);
  return Array.from({ length: DICE }, () => chance.die());
}

const sumOf = (dice: readonly number[]) => dice.reduce((sum, die) => sum + die, 0);

/** What the server and its accomplices bring. */
interface Chosen {
  readonly secret: string;
  readonly nonces: readonly string[];
}

const seedWith = ({ secret, nonces }: Chosen, victim: string) => seedOf(secret, [victim, ...nonces]);

/** Returns what gives the victim's dice the least sum, if the victim's nonce is this one. */
const worst = (tries: readonly Chosen[], victim: string): Chosen =>
  tries.reduce((least, each) =>
    sumOf(diceOf(seedWith(each, victim))) < sumOf(diceOf(seedWith(least, victim))) ? each : least,
  );

function headerOf({ secret, nonces }: Chosen, victim: string) {
  const seat = (name: string, nonce: string) => ({
    seat: name,
    kind: "human",
    from: "player",
    nonce,
    seal: sealOf(nonce),
    key: KEY,
  });
  const names = ["north", "west", "south"];
  return {
    commitment: commitmentOf(secret),
    format: "flower-war-record-3",
    game: "flower-war",
    match: "V1StGXR8Z5jd",
    options: {},
    rules: 1,
    seats: [seat("east", victim), ...names.map((name, i) => seat(name, nonces[i] ?? ""))],
    stream: "sha256-counter-32",
  };
}

/** Returns the dice of a match that a server and three of four seats grind, against a victim who plays by the SDK's rules. */
function grind(i: number, random: (below: number) => number): readonly number[] {
  const draw = () => Array.from({ length: 4 }, () => random(0x1_0000).toString(16)).join("-");
  const tries = Array.from({ length: TRIES }, (_, j): Chosen => {
    const text = `${i} ${j}`;
    return { secret: sealOf(text), nonces: [1, 2, 3].map((seat) => sealOf(`${text} ${seat}`).slice(0, 32)) };
  });
  // It commits before it knows the victim's nonce: it can only guess.
  const committed = worst(tries, "guessed");
  const victim = draw();
  const terms = formatTerms(headerOf(committed, victim));
  const expected = {
    ...headerOf(committed, victim),
    seat: "east",
    own: { nonce: victim, seal: sealOf(victim), key: KEY },
    revealed: true,
    terms,
    seals: null,
  };
  // Now it knows all, and would rather play with the worst dice.
  const wanted = worst(tries, victim);
  const isTaken = breachOf(canonical(headerOf(wanted, victim)), expected) === null;
  return diceOf(seedWith(isTaken ? wanted : committed, victim));
}

function chiSquareOf(dice: readonly number[]): number {
  const even = dice.length / 6;
  const counts = [1, 2, 3, 4, 5, 6].map((face) => dice.filter((die) => die === face).length);
  return counts.reduce((sum, count) => sum + (count - even) ** 2 / even, 0);
}

test(`${GRINDS} grinds of a server with all seats but one leave the faces even; a bias of ${BIAS} % would be found`, {
  timeout: 120_000,
}, () => {
  const random = randomFrom(SEED);
  const dice = Array.from({ length: GRINDS }, (_, i) => grind(i, random)).flat();
  const chiSquare = chiSquareOf(dice);
  const biased = dice.map((die) => (random(100 / BIAS) === 0 ? 1 : die));
  console.info(
    `${dice.length} dice of ${GRINDS} grinds: chi-square ${chiSquare.toFixed(2)}, with a bias of ${BIAS} % ${chiSquareOf(biased).toFixed(2)}`,
  );
  expect(chiSquare).toBeLessThan(UNLIKELY);
  expect(chiSquareOf(biased)).toBeGreaterThan(UNLIKELY);
});
