import { extname } from "node:path";
import type { GameListing, GameName } from "@flower-war/protocol";
import type { GamePageListing } from "@flower-war/protocol/schemas";
import type { GameWords } from "@flower-war/protocol/server";
import type { OptionRange } from "@flower-war/rules";
import { type PageTexts, seatCounts } from "@flower-war/rules/page";
import * as flowerWar from "@flower-war/rules/flower-war/texts/load";
import * as spaceAztecs from "@flower-war/rules/space-aztecs/texts/load";
import { format, type Language, LANGUAGES, type Sentence } from "@flower-war/rules/texts";
import * as tieqchieq from "@flower-war/rules/tieqchieq/texts/load";
import type { RequestHandler } from "express";
import type { OwnPage } from "../games/own-pages.ts";
import type { HttpServices } from "./services.ts";
import { GAME_TITLES } from "../games/index.ts";

/** Lists the games that this server hosts, with seats, options and presets as the rules define them. */
export function listGames({ games, pages }: Pick<HttpServices, "games" | "pages">): readonly GameListing[] {
  return [...games].map(([name, { game, temple }]) => ({
    game: name as GameName,
    ...(game.version !== undefined && { version: game.version }),
    seats: game.seats,
    options: optionsOf(game.options),
    presets: (game.presets ?? []).map((preset) => ({
      name: preset.name,
      options: { ...preset.options },
      minutes: { ...preset.minutes },
    })),
    temples: temple !== null,
    ...(pages.has(name) && { page: listPage(pages.get(name) as OwnPage) }),
  }));
}

function listPage({ page: { game, texts }, module, earlier }: OwnPage): GamePageListing {
  const titles = ({ title, lead, seats }: PageTexts) => ({ title, lead, seats: { ...seats } });
  return {
    module,
    seats: Object.fromEntries(seatCounts(game).map((count) => [count, [...game.seatsFor(count)]])),
    texts: {
      ...Object.fromEntries(
        LANGUAGES.flatMap((language) => {
          const own = texts[language];
          return own === undefined ? [] : [[language, titles(own)]];
        }),
      ),
      en: titles(texts.en),
    },
    ...(earlier.size > 0 && {
      earlier: Object.fromEntries([...earlier].map(([version, page]) => [String(version), page.module])),
    }),
  };
}

/** Serves the modules of games that are not part of the page. Their paths change with the files' contents. */
export function ownGameFiles(pages: ReadonlyMap<string, OwnPage>): RequestHandler {
  const all = [...pages.values()].flatMap((page) => [page, ...page.earlier.values()]);
  const files = new Map(all.flatMap((page) => [...page.files]));
  return ({ baseUrl, path }, response, next) => {
    const content = files.get(baseUrl + path);
    if (content === undefined) return next();
    const isModule = typeof content === "string" && extname(path) !== ".css";
    response
      .set("Cache-Control", "public, max-age=31536000, immutable")
      .type(isModule ? "text/javascript" : extname(path))
      .send(content);
  };
}

function optionsOf(options: object): GameListing["options"] {
  const ranges: readonly (readonly [string, OptionRange])[] = Object.entries(options);
  return Object.fromEntries(
    ranges.map(([name, { values, default: initial }]) => [name, { values: [...values], default: initial }]),
  );
}

type Load = (language: Language) => Promise<Omit<GameWords, "title">>;

const loadFlowerWar: Load = async (language) => {
  const [texts, guide] = await Promise.all([flowerWar.TEXTS[language](), flowerWar.GUIDES[language]()]);
  const { CARDS, cardWords } = await import("@flower-war/rules/flower-war");
  const cards = [...new Set(Object.values(CARDS).flat())];
  const words = cards.map((card) => [card, cardWords(card, texts)] as const);
  return { options: { ...guide.options }, cards: formatCards(words, language) };
};

const loadSpaceAztecs: Load = async (language) => {
  const [texts, guide] = await Promise.all([spaceAztecs.TEXTS[language](), spaceAztecs.GUIDES[language]()]);
  const { cardWords, FACES } = await import("@flower-war/rules/space-aztecs");
  const words = FACES.map(({ id }) => [id, cardWords(id, texts)] as const);
  return { options: { ...guide.options }, cards: formatCards(words, language) };
};

const loadTieqchieq: Load = async (language) => {
  const { options } = await tieqchieq.GUIDES[language]();
  return { options: { ...options }, cards: {} };
};

const LOADERS: { readonly [game: string]: Load | undefined } = {
  "flower-war": loadFlowerWar,
  mexica: loadFlowerWar,
  "space-aztecs": loadSpaceAztecs,
  tieqchieq: loadTieqchieq,
};

/** Adds a game's words in a language, if it has any. @param own its own page; `undefined`: it has none */
export async function addWords(
  listing: GameListing,
  language: Language,
  own: OwnPage | undefined,
): Promise<GameListing> {
  if (own !== undefined) {
    const { title, options } = own.page.texts[language] ?? own.page.texts.en;
    return { ...listing, words: { title, options: { ...options }, cards: {} } };
  }
  const words = await LOADERS[listing.game]?.(language);
  if (words === undefined) return listing;
  return { ...listing, words: { title: GAME_TITLES[listing.game] ?? listing.game, ...words } };
}

interface CardWords {
  readonly name: string;
  readonly short: Sentence;
  readonly rule: Sentence;
}

/** Formats the sentences of cards. */
function formatCards(
  words: readonly (readonly [string, CardWords])[],
  language: Language,
): GameWords["cards"] {
  const say = ({ text, values }: Sentence) => format(text, values, language);
  return Object.fromEntries(
    words.map(([card, { name, short, rule }]) => [card, { name, short: say(short), rule: say(rule) }]),
  );
}
