import type { GamePage, PageTexts, Thing, Zone } from "@flower-war/client-sdk/own-games";
import {
  format,
  formatList,
  type Language,
  LANGUAGES,
  type Reader,
  seatSentence,
  type Sentence,
  type Values,
} from "@flower-war/client-sdk/texts";
import type { PartProps } from "../../game-frame/game-parts.ts";
import { type GameTexts, gameTexts } from "../../game-frame/game-texts.ts";
import type { TableScene } from "../../game-frame/scene.ts";
import type { Sending } from "../../game-frame/sending.ts";
import type { OwnGame } from "../../session/own-games.ts";
import { loadOwnModule, type OwnModule } from "../../session/own-page.ts";
import { i18n } from "../../texts/index.ts";
import type { GameTable } from "./game-table.ts";
import { loadTable, TableStyles } from "./load-table.ts";

/** A scene of a game that the page does not know. */
export interface OwnScene extends TableScene {
  readonly view: object;
  readonly openHands?: ReadonlyMap<string, object>;
  readonly awaiting: readonly { readonly seat: string; readonly decision: string }[];
}

export type Command = OwnScene["legal"][number];
export type Fields = { readonly type: string };
export type ActingPart = PartProps<OwnScene, Sending<Command>>;
export type LookedAtPart = PartProps<OwnScene, Sending<Command> | null>;

/** The words of such a game in a language of the page. */
type Words = PageTexts & { readonly language: Language };

const loaded = new WeakMap<OwnModule, Promise<Own>>();

/** A game that the page does not know: what its page shows, in words. */
export class Own {
  readonly page: GamePage;
  /** What it draws itself. */
  readonly table: GameTable;
  /** The table's style sheets. */
  readonly styles: TableStyles;
  readonly words: GameTexts<Words, string>;

  /** Loads a version of a game, its table and its words, once. */
  static async load(game: OwnGame, version?: number): Promise<Own> {
    const module = await loadOwnModule(game, version);
    const known = loaded.get(module) ?? Own.#of(module);
    loaded.set(module, known);
    return known;
  }

  static async #of({ default: page, loadTable: load, styles: paths }: OwnModule): Promise<Own> {
    const [table, styles] = await Promise.all([loadTable(load), TableStyles.load(paths)]);
    return Own.of(page, table, styles);
  }

  /** Loads the words of a page in all languages, which come together. */
  static async of(page: GamePage, table: GameTable, styles = new TableStyles([])): Promise<Own> {
    const own = new Own(page, table, styles);
    await Promise.all(LANGUAGES.map((language) => own.words.loadTexts(language)));
    return own;
  }

  private constructor(page: GamePage, table: GameTable, styles: TableStyles) {
    this.page = page;
    this.table = table;
    this.styles = styles;
    this.words = gameTexts<Words, string>({
      load: async (language) => {
        const known = page.texts[language];
        return known === undefined ? { ...page.texts.en, language: LANGUAGES[0] } : { ...known, language };
      },
      seatName: ({ seats }, seat) => seats[seat] ?? seat,
    });
  }

  get texts(): Words {
    return this.words.texts();
  }

  /** Returns what lies on the table, and whose it is. */
  zonesOf({ view }: OwnScene): readonly Zone[] {
    return this.page.show(view);
  }

  /** Returns what lies before a seat: as it sees it itself, where hands are open. */
  zonesBefore(seat: string, { view, openHands }: OwnScene): readonly Zone[] {
    return this.page.show(openHands?.get(seat) ?? view).filter((zone) => zone.seat === seat);
  }

  /** Returns what the viewer holds: the zones of their seat with cards. */
  handOf(scene: OwnScene): readonly Zone[] {
    return scene.seat === null ? [] : this.zonesBefore(scene.seat, scene).filter(isHand);
  }

  /** Returns a command as its button says it. */
  commandWords(command: Fields, reader: Reader<string>): string {
    const { commands, language } = this.texts;
    const text = commands[command.type] ?? command.type;
    return format(text, this.#valuesOf(command, reader), language);
  }

  /** Returns an event of the log in words; none: it gets no line. */
  eventSentences(event: Fields, reader: Reader<string>): readonly Sentence[] {
    const text = this.texts.events[event.type] ?? null;
    if (text === null) return [];
    const values = this.#valuesOf(event, reader);
    const who = "seat" in event && typeof event.seat === "string" ? event.seat : null;
    if (typeof text === "object" && "you" in text)
      return [who === null ? { text: text.other, values } : seatSentence(text, who, reader, values)];
    return [{ text, values: who === null ? values : { who: reader.nameOf(who), ...values } }];
  }

  /** Returns who won. */
  outcomeSentences(outcome: object, reader: Reader<string>): readonly Sentence[] {
    return [{ text: describeWinners(winnersOf(outcome), reader, this.words.sayList), values: {} }];
  }

  /** Returns what a zone is called. */
  zoneName({ name }: Pick<Zone, "name">): string {
    return this.texts.zones[name] ?? name;
  }

  /** Returns what a card, a piece or a counter is called, and what it is for. */
  thing(name: string): PageTexts["things"][string] {
    return this.texts.things[name] ?? { name, about: "" };
  }

  /** Returns what a command or an event says in the slots of its text. */
  #valuesOf(fields: object, reader: Reader<string>): Values {
    return Object.fromEntries(
      Object.entries(fields).map(([slot, value]) => [slot, this.#word(value, reader)]),
    );
  }

  #word(value: unknown, reader: Reader<string>): string | number {
    if (typeof value === "number") return value;
    if (Array.isArray(value))
      return formatList(
        value.map((each) => String(this.#word(each, reader))),
        this.texts.language,
      );
    if (typeof value !== "string") return String(value);
    return Object.hasOwn(this.texts.seats, value) ? reader.nameOf(value) : this.thing(value).name;
  }
}

const isHand = ({ things }: Zone): boolean => things.some(({ kind }) => kind === "card");

/** Whether two commands are the same: their fields are JSON, in any order. */
export function isSame(one: object, other: object): boolean {
  const sorted = (command: object) =>
    JSON.stringify(Object.entries(command).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return sorted(one) === sorted(other);
}

/** Returns the command that a press on a thing sends; `null`: it does nothing now. */
export function commandOf(thing: Thing, legal: readonly Command[]): Command | null {
  const command = "command" in thing ? thing.command : undefined;
  return command === undefined ? null : (legal.find((each) => isSame(each, command)) ?? null);
}

/** Returns the commands that no thing on the table sends, in the order of the rules. */
export function buttonsOf(own: Own, scene: OwnScene): readonly Command[] {
  const things = own.zonesOf(scene).flatMap((zone) => zone.things);
  const sent = new Set(things.map((thing) => commandOf(thing, scene.legal)));
  return scene.legal.filter((command) => command.type !== "concede" && !sent.has(command));
}

/** Returns the seats that won; empty: none did. */
export function winnersOf(outcome: object): readonly string[] {
  if ("winner" in outcome) return typeof outcome.winner === "string" ? [outcome.winner] : [];
  if (!("standings" in outcome) || !Array.isArray(outcome.standings)) return [];
  const standings = outcome.standings as readonly { readonly seat: string; readonly place: number }[];
  return standings.filter(({ place }) => place === 1).map(({ seat }) => seat);
}

function describeWinners(
  winners: readonly string[],
  reader: Reader<string>,
  sayList: (names: readonly string[]) => string,
): string {
  const [only, ...more] = winners;
  if (only === undefined) return i18n._("There is no winner.");
  if (more.length === 0)
    return only === reader.seat
      ? i18n._("You have won.")
      : i18n._("{who} has won.", { who: reader.nameOf(only) });
  return i18n._("{names} share the first place.", {
    names: sayList(winners.map((seat) => reader.nameOf(seat))),
  });
}
