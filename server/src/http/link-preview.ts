import type { MatchSummary, TableSummary } from "@flower-war/protocol";
import { withTimeout } from "@flower-war/protocol/ports";
import { format, formatList, type Language, LANGUAGES, type Values } from "@flower-war/rules/texts";
import type { Request } from "express";
import { GAME_TITLES } from "../games/index.ts";
import type { OwnPage } from "../games/own-pages.ts";
import type { TableIndex } from "../lobby/table-index.ts";
import { parseMatchName } from "../match/match-name.ts";
import { refuse } from "../refusal.ts";
import type { Time } from "../time.ts";
import { PREVIEW_TEXTS } from "./link-preview-texts.ts";
import type { PreviewTexts } from "./link-preview-texts/types.ts";
import type { Records } from "./records.ts";

/** The address of a match on the page. */
const MATCH = /^\/matches\/([^/]+)\/?$/;
/** ms after which a page is sent without what its preview would say of a match. */
const TIMEOUT = 1000;
/** px of the pictures in web/public/previews. */
const PICTURE = { width: 1200, height: 630 } as const;

/** The game whose picture stands for the site, and for games that have none. */
const SITE = "flower-war";

/** The preview of a link to a page in other programs. */
interface LinkPreview {
  readonly title: string;
  readonly description: string;
  /** A game that has a picture. */
  readonly game: string;
}

export interface LinkPreviewPorts {
  readonly records: Pick<Records, "summary">;
  readonly tables: Pick<TableIndex, "findByCode">;
  /** Pages of games that the page does not know, by their names. */
  readonly pages: ReadonlyMap<string, OwnPage>;
  readonly time: Time;
  /** `PUBLIC_URL`; `null`: links have the host that was asked. */
  readonly publicUrl: string | null;
}

/**
 * Writes what chats and search engines show of a link into the page (https://ogp.me): of a public match who sits there, of a private
 * one the game alone, of everything else what the site is.
 */
export class LinkPreviews {
  readonly #ports: LinkPreviewPorts;

  constructor(ports: LinkPreviewPorts) {
    this.#ports = ports;
  }

  /** Returns a page with the preview of what a request asks for, in the language that it prefers. */
  async write(html: string, request: Request): Promise<string> {
    const language = (request.acceptsLanguages(...LANGUAGES) || "en") as Language;
    const texts = PREVIEW_TEXTS[language];
    const preview = await this.#find(request.path, language);
    const { title, description } = preview;
    return html
      .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeHtml(title)}</title>`)
      .replace(
        /(<meta name="description" content=")[^"]*/,
        (_, start: string) => start + escapeHtml(description),
      )
      .replace("</head>", () => `${this.#tags(preview, request, texts)}</head>`);
  }

  #tags({ title, description, game }: LinkPreview, request: Request, { locale }: PreviewTexts): string {
    const origin = this.#originOf(request);
    const image = `${origin}/previews/${game}.png`;
    const properties = {
      "og:type": "website",
      "og:site_name": "Flower War",
      "og:locale": locale,
      "og:title": title,
      "og:description": description,
      "og:url": origin + request.path,
      "og:image": image,
      "og:image:width": String(PICTURE.width),
      "og:image:height": String(PICTURE.height),
      "og:image:alt": GAME_TITLES[game] ?? "",
    };
    const names = {
      "twitter:card": "summary_large_image",
      "twitter:title": title,
      "twitter:description": description,
      "twitter:image": image,
    };
    const tag = (key: string, [name, content]: [string, string]) =>
      `<meta ${key}="${name}" content="${escapeHtml(content)}" />\n`;
    return [
      ...Object.entries(properties).map((entry) => tag("property", entry)),
      ...Object.entries(names).map((entry) => tag("name", entry)),
    ].join("");
  }

  #originOf({ protocol, host }: Request): string {
    const { publicUrl } = this.#ports;
    // Behind one entrance each server's own has a path, which only sockets need.
    return publicUrl === null ? `${protocol}://${host}` : new URL(publicUrl).origin;
  }

  async #find(path: string, language: Language): Promise<LinkPreview> {
    const general = { title: "Flower War", description: PREVIEW_TEXTS[language].about, game: SITE };
    const [, name] = MATCH.exec(path) ?? [];
    if (name === undefined) return general;
    const looking = withTimeout(this.#ports.time, TIMEOUT, this.#describe(name, language), () =>
      refuse("unavailable"),
    );
    return (await looking.catch(() => null)) ?? general;
  }

  /** Codes are looked up among public matches alone: guesses of others learn nothing here, not even by how long the answer takes. */
  async #describe(text: string, language: Language): Promise<LinkPreview | null> {
    const texts = PREVIEW_TEXTS[language];
    const { records, tables, pages } = this.#ports;
    const name = parseMatchName(text);
    const idOrCode = name.isCode ? tables.findByCode(name.idOrCode) : name.idOrCode;
    if (idOrCode === null) return null;
    const summary = await records.summary({ ...name, idOrCode, isCode: false });
    const { game } = summary;
    const own = pages.get(game)?.page.texts;
    const words = own && (own[language] ?? own.en);
    const title = GAME_TITLES[game] ?? words?.title;
    if (title === undefined) return null;
    const isPrivate = name.secret !== null || summary.table?.private === true;
    const described = isPrivate
      ? {
          title: format(texts.invitation, { game: title }, language),
          description: texts.leads[game] ?? words?.lead ?? texts.about,
        }
      : describePublic(summary, title, language);
    return described && { ...described, game: own === undefined ? game : SITE };
  }
}

function describePublic(
  { table, result }: MatchSummary,
  game: string,
  language: Language,
): Omit<LinkPreview, "game"> | null {
  const texts = PREVIEW_TEXTS[language];
  const say = (text: string, values: Values) => format(text, values, language);
  // A result does not tell whether the match was private, so the preview names no player.
  if (result !== undefined) return { title: say(texts.table, { game }), description: texts.over };
  if (table === undefined) return null;
  const host = table.seats.find((seat) => seat.host)?.name;
  const named = host === undefined ? say(texts.table, { game }) : say(texts.tableOf, { host, game });
  const title = table.title ?? "";
  return {
    title: title === "" ? named : `${title}: ${game}`,
    description: describeSeats(table, language),
  };
}

function describeSeats({ seats, status }: TableSummary, language: Language): string {
  const texts = PREVIEW_TEXTS[language];
  const names = seats.filter(({ kind }) => kind === "human").map(({ name }) => name);
  const free = seats.filter(({ kind }) => kind === "open").length;
  const values = { free, all: seats.length, people: formatList(names, language) };
  const text = status === "playing" ? texts.playing : free === 0 ? texts.full : texts.free;
  return format(names.length === 0 ? text : `${text} ${texts.seated}`, values, language);
}

const ENTITIES: { readonly [character: string]: string } = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Makes a text one that HTML takes between tags and in quotes. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
}
