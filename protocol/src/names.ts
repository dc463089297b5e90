import { BOT_NAMES } from "./bot-names.ts";
import { countGraphemes, EMOJI, INVISIBLE, JOINER } from "./characters.ts";
import { LIMITS, NAME_BYTES, NAME_LENGTH, NAME_TEXT } from "./limits.ts";

/**
 * Why a text is no name: `missing`: nothing of it can be seen; `too-long`; `characters`: control, bidirectional, invisible,
 * unassigned or other characters that no name has; `marks`: too many marks on one letter; `scripts`: letters of scripts that
 * are not written together; `reserved`: it looks like a word of the server's own.
 */
export type NameFault = "missing" | "too-long" | "characters" | "marks" | "scripts" | "reserved";

export type ReadName =
  | { readonly name: string; readonly fault?: undefined }
  | { readonly fault: NameFault; readonly name?: undefined };

/** How long names may be, of players and of tables: characters as people count them, and bytes of UTF-8. */
const LONGEST = {
  player: { length: NAME_LENGTH, bytes: NAME_BYTES },
  table: { length: LIMITS.title, bytes: 4 * LIMITS.title },
} as const;

const EDGE = `[${INVISIBLE}\\p{Cn}\\s]`;
/** The look back keeps a search from trying the end of a run again from each of its characters. */
const EDGES = new RegExp(`^${EDGE}+|(?<!${EDGE})${EDGE}+$`, "gu");
const INVISIBLES = new RegExp(`[${INVISIBLE}\\p{Cn}]`, "u");
const EMOJIS = new RegExp(EMOJI, "gv");
const JOINERS = new RegExp(JOINER, "gu");

/** Says that the character before it is drawn as an emoji: one can end with it. */
const SELECTOR = "\ufe0f";
/** The same, and its counterpart for text. */
const SELECTORS = /[\ufe0e\ufe0f]/gu;
/** Letters, marks, digits, punctuation, the symbols of a keyboard and single pictures. */
const WRITABLE = /^[\p{L}\p{M}\p{N}\p{P}\p{Extended_Pictographic} $+<=>^`|~]*$/u;
const PRONOUNCED = /[\p{L}\p{N}\p{Extended_Pictographic}]/u;

/** No mark without a letter, none that encloses one, none twice, at most 3 without a width of their own in a row. */
const STACKED = /^\p{M}|(?<=[\s\p{P}\p{N}])\p{M}|\p{Me}|(\p{Mn})\1|\p{Mn}{4}/u;

/**
 * Scripts that are written together in one name: each of those in everyday use alone (UAX 31, tables 5 and 7), and the mixes of
 * East Asia ("highly restrictive" in UTS 39).
 */
const FAMILIES = [
  "Latn Hani Hira Kana",
  "Latn Hani Bopo",
  "Latn Hani Hang",
  ..."Grek Cyrl Armn Hebr Arab Syrc Thaa Nkoo Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Thai Laoo Tibt Mymr".split(
    " ",
  ),
  ..."Geor Ethi Khmr Cher Cans Mong Tfng Yiii Java Bali Sund Adlm Olck".split(" "),
].map((scripts) => {
  const classes = `${scripts} Zyyy Zinh`.split(" ").map((script) => `\\p{scx=${script}}`);
  return new RegExp(`^[${classes.join("")}]*$`, "u");
});

/** Words of the server's own, in the languages of the page: who bears one seems to speak for it, or to be no person. */
const RESERVED = [
  ..."easy bot|skilled bot|strong bot|bot|server|host|system|admin|administrator|moderator|operator|referee|spectator".split(
    "|",
  ),
  ..."deleted player|unknown player|flower war|everyone|nobody|you".split("|"),
  ..."bot fácil|bot hábil|bot fuerte|bot experto|servidor|anfitrión|anfitriona|sistema|administrador|administradora".split(
    "|",
  ),
  ..."moderador|moderadora|operador|operadora|árbitro|espectador|espectadora|jugador eliminado".split("|"),
  ..."leichter bot|geübter bot|starker bot|gastgeber|gastgeberin|betreiber|betreiberin|schiedsrichter|schiedsrichterin".split(
    "|",
  ),
  ..."bot forte|bot habilidoso|anfitrião|anfitriã".split("|"),
  ..."jogador excluído|jogador desconhecido|ninguém|zuschauer|zuschauerin|gelöschter spieler|unbekannter spieler|niemand".split(
    "|",
  ),
];

/** Words of those who have a say over others: no name has one among its words. */
const OFFICES = [
  ..."admin admins administrator administrators administration sysadmin operator operators moderator moderators mod mods".split(
    " ",
  ),
  ..."official staff support helpdesk administrador administradora administración operador operadora".split(
    " ",
  ),
  ..."moderador moderadora oficial soporte".split(" "),
  ..."administratorin moderatorin betreiber betreiberin".split(" "),
];

/** Marks by which pages say that somebody was checked. */
const CHECK_MARK = /[☑✅✓✔]/u;

/** A name with an ending that could pass for the mark of a bot. */
const CLOSED = /\p{Pe}\s*$/u;

/** Where a word of a name ends, and another one begins. */
const BETWEEN_WORDS = /[^\p{L}\p{N}$@!|]+|(?<=\p{Ll})(?=\p{Lu})/u;

/** Digits and signs that stand for letters, and the letters that "i" looks like. */
const LETTERS: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "8": "b",
  $: "s",
  "@": "a",
  "!": "i",
  "|": "i",
  l: "i",
  ı: "i",
};

/**
 * Reads a name that others are shown. Returns it as NFKC without invisible characters at its ends and with single spaces, or
 * what is wrong with it. A name has at least 1 character.
 * It takes time in proportion to the text, of which it reads no more than `NAME_TEXT`.
 * @param prototypeOf replaces what looks like a letter of another script by that letter: the server finds more reserved words
 * @param of whose name it is: a player's has at most `NAME_LENGTH` characters and `NAME_BYTES` bytes, a table's `LIMITS.title` characters
 */
export function readName(
  text: string,
  prototypeOf = (name: string) => name,
  of: keyof typeof LONGEST = "player",
): ReadName {
  const longest = LONGEST[of];
  if (text.length > NAME_TEXT) return { fault: "too-long" };
  const whole = text.normalize("NFKC");
  if (whole.length > NAME_TEXT) return { fault: "too-long" };
  const name = whole
    .replaceAll(EDGES, (edge) => (edge.startsWith(SELECTOR) ? SELECTOR : ""))
    .replaceAll(/\s+/gu, " ");
  if (name.length > longest.bytes) return { fault: "too-long" };
  const shown = name.replaceAll(EMOJIS, "😀").replaceAll(SELECTORS, "").replaceAll(JOINERS, "");
  const isTaken = CHECK_MARK.test(name) || isReserved(shown) || isReserved(prototypeOf(shown));
  const fault = faultOf(name, shown, longest) ?? (isTaken ? "reserved" : null);
  return fault === null ? { name } : { fault };
}

/** @param shown the name without its permitted invisible characters */
function faultOf(
  name: string,
  shown: string,
  longest: { readonly length: number; readonly bytes: number },
): NameFault | null {
  if (name === "") return "missing";
  if (INVISIBLES.test(shown)) return "characters";
  if (countGraphemes(name) > longest.length || new TextEncoder().encode(name).length > longest.bytes)
    return "too-long";
  if (STACKED.test(shown)) return "marks";
  if (!WRITABLE.test(shown) || !PRONOUNCED.test(shown)) return "characters";
  return FAMILIES.some((family) => family.test(shown)) ? null : "scripts";
}

function isReserved(name: string): boolean {
  if (RESERVED_WORDS.has(foldWord(name)) || MACHINES.has(foldWord(withoutNumber(name)))) return true;
  const words = name.split(BETWEEN_WORDS);
  if (CLOSED.test(name) && foldWord(words.findLast((word) => word !== "") ?? "") === "bot") return true;
  return ` ${words.map(foldWord).join(" ")} `.includes(" fiower war ") || words.some(isOffice);
}

function isOffice(word: string): boolean {
  return OFFICE_WORDS.has(foldWord(word)) || OFFICE_WORDS.has(foldWord(withoutNumber(word)));
}

/** Returns a text without the number that it ends with. */
function withoutNumber(text: string): string {
  return text.replace(/(?<!\p{N})\p{N}+$/u, "");
}

/**
 * Returns a word without case, marks and separators, with letters for the digits and signs that stand for them, and with "m" for "rn",
 * which is the prototype of an "m" too.
 */
function foldWord(word: string): string {
  return word
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[0134578$@!|lı]/gu, (sign) => LETTERS[sign] ?? "")
    .replaceAll(/[^\p{L}\p{N}]/gu, "")
    .replaceAll("rn", "m");
}

const RESERVED_WORDS: ReadonlySet<string> = new Set(RESERVED.map(foldWord));
/** Words of the server's own that say the same with a number, and the names of its bots. */
const MACHINES: ReadonlySet<string> = new Set(
  ["system", "server", "sistema", "servidor", ...BOT_NAMES].map(foldWord),
);
const OFFICE_WORDS: ReadonlySet<string> = new Set(OFFICES.map(foldWord));
