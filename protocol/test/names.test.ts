/** Names that others are shown (docs/protocol.md, "Names"). */
import { expect, test } from "vitest";
import { NAME_LENGTH } from "../src/limits.ts";
import { type NameFault, readName } from "../src/names.ts";

const GOOD: readonly string[] = [
  ..."Citlali|Xóchitl|Cuauhtémoc|Nezahualcóyotl|Tlācaēlel|Īxtlīlxōchitl|Māhuizoh|Itzel".split("|"),
  ..."José María|Ángela Núñez|Begoña|María-José|Ana Lucía|Íñigo|Agüero".split("|"),
  ..."O'Brien|D’Arcy|Jean-Luc|Zoë|Þórdís|Łukasz|Nguyễn Thị Hạnh|Çağla|Ștefan|Åse|Straße".split("|"),
  ..."王小明|李娜|陳Alan|ㄅㄆㄇ".split("|"),
  ..."さくら|タロウ|山田 太郎|サーシャX|김민준|박Eva".split("|"),
  ..."محمد|فاطمة|علی‌رضا|مُحَمَّد".split("|"),
  ..."देवी|प्रिया|श्‍री|লাবণ্য|தமிழ்|ශ්‍රී|சுப்பிரமணியம்".split("|"),
  ..."דוד|שָׁלוֹם|Ольга|Ἀθηνᾶ|Արամ|თამარ|สมชาย|ណារ័ត្ន|မြို့|ተስፋዬ|བཀྲ་ཤིས".split("|"),
  ..."Ana 2|R2-D2|Player 7|Ana_Lu|Ana (2)|¡Olé!|x|7|[MX] Ana|C++".split("|"),
  ..."Ana 🌺|🐆|👩🏽‍🚀 Eva|❤️|🇲🇽|♥ Ana".split("|"),
  ..."Guest|Alice|Ali|Robot|Hostia|Talbot|Servando|Adminah|Modesto|Moda|Officer Ana|Ana of Troy".split("|"),
  ..."Flower|War Flower|Flower Warrior|FlowerWarrior|Bot 12|You 2|Host 4|Warden of Flowers|Solar System|Staffan|Supporter|Carnal|Hernán|The Host With 2 Cats|Marmol".split(
    "|",
  ),
  "x".repeat(24),
  "字".repeat(24),
  "é".normalize("NFD").repeat(24),
];

test.each(GOOD)("%s is a name", (text) => {
  expect(readName(text)).toEqual({ name: text.normalize("NFKC") });
});

test("a name that was read is read as itself", () => {
  for (const text of GOOD) {
    const { name = "" } = readName(text);
    expect(readName(name)).toEqual({ name });
  }
});

test.each([
  ["  Ana \t\n Lucía ", "Ana Lucía"],
  ["\u200bAna\u200f", "Ana"],
  ["\ufeffAna", "Ana"],
  ["Ａｎａ", "Ana"],
  ["𝕬𝖓𝖆", "Ana"],
  ["Ⓐna", "Ana"],
  ["ﬁdel", "fidel"],
  ["Jose\u0301", "José"],
  ["Ana\u3000Lu", "Ana Lu"],
  ["Ana\u00a0Lu", "Ana Lu"],
])("%j is read as %s", (text, name) => {
  expect(readName(text)).toEqual({ name });
});

const BAD: readonly (readonly [fault: NameFault, ...texts: string[]])[] = [
  ["missing", "", " ", "\t\n", "\u3164", "\u2800", "\u2800\u2800", "\u115f", "\u1160", "\uffa0", "\u200b"],
  [
    "missing",
    "\u200d",
    "\u2060",
    "\u00ad",
    "\u034f",
    "\u180e",
    "\u202e",
    "\u17b4",
    "\ue000",
    "\u0000",
    "\u{e0041}",
  ],
  [
    "too-long",
    "x".repeat(NAME_LENGTH + 1),
    "字".repeat(25),
    "é".repeat(25),
    "👨‍👩‍👧‍👦".repeat(5),
    "x y ".repeat(7),
  ],
  ["too-long", "\ufdfa\ufdfa", "क्".repeat(24)],
  ["characters", "An\u0000a", "An\u0007a", "An\u001ba", "An\u0085a", "An\u007fa"],
  ["characters", "An\u202ea", "An\u202aa", "An\u2066a", "An\u200ea", "An\u200fa", "An\u061ca"],
  [
    "characters",
    "An\u3164a",
    "An\u2800a",
    "An\u115fa",
    "An\uffa0a",
    "An\u200ba",
    "An\u200ca",
    "An\u200da",
    "An\u2060a",
  ],
  [
    "characters",
    "An\u00ada",
    "An\u034fa",
    "An\u180ea",
    "An\u2063a",
    "An\u{e0041}a",
    "An\u{1d173}a",
    "An\u{e0100}a",
  ],
  ["characters", "An\ue000a", "An\u{f0000}a", "An\ufffea", "An\ud800a", "An\u0378a", "An\u{1f1e6}\u0378"],
  ["characters", "An\ufffca", "╬═╬", "▓▓▓", "An∑a", "...", "-", "!?", "An€a"],
  [
    "marks",
    "A\u0301\u0300\u0302\u0303\u0304na",
    "An\u0310\u0310a",
    "\u0301\u0302Ana",
    "An\u20dda",
    "1\u0301",
    "Z\u0336\u0337\u0338\u0335\u0334go",
  ],
  [
    "scripts",
    "Сitlali",
    "Pаblo",
    "Αna",
    "Anaд",
    "Ana देव",
    "ОlΓa",
    "王Ольга",
    "さ김",
    "דAna",
    "Աna",
    "𒀀𒀁",
    "ᚠᚢᚦ",
  ],
  [
    "reserved",
    "easy bot",
    "Easy Bot",
    "EASY  BOT",
    "easybot",
    "e-a-s-y bot",
    "3asy b0t",
    "èasy bot",
    "skilled bot",
    "ski11ed bot",
  ],
  [
    "reserved",
    "Server",
    "S3RV3R",
    "$erver",

    "HOST",
    "h0st",
    "Höst",
    "admin",
    "Adm1n",
    "@dmin",
    "ADM|N",
  ],
  [
    "reserved",
    "deleted player",
    "Deleted_Player",
    "moderator",
    "Operator",
    "System",
    "b0t",

    "you",
    "Y0u",
  ],
  [
    "reserved",
    "Anfitrión",
    "anfitrion",
    "servidor",
    "jugador eliminado",
    "administradora",
    "Sistema",
    "Administrator",
    "Adrnin",
    "System 2",
    "Admin2",
    "bot fácil",
    "ｓｅｒｖｅｒ",
    "𝕳𝖔𝖘𝖙",
  ],
  [
    "reserved",
    "Operator Team",
    "Official Support",
    "Soporte oficial",
    "TheAdmin",
    "xX_Admin_Xx",
    "A d m i n",
    "[MOD] Ana",
    "0perator 7",
    "Flower War Help",
    "FlowerWarHelp",
  ],
  ["reserved", "✔ Ana", "Ana ✅", "✔️ Admin"],
];

test.each(BAD.flatMap(([fault, ...texts]) => texts.map((text) => [text, fault] as const)))(
  "%j is no name: %s",
  (text, fault) => {
    expect(readName(text)).toEqual({ fault });
  },
);

test("a table's name is read by the same rules, with up to 40 characters", () => {
  const readTitle = (text: string) => readName(text, undefined, "table");
  expect(readTitle(`${"é".repeat(40)} `)).toEqual({ name: "é".repeat(40) });
  expect(readTitle("x".repeat(41))).toEqual({ fault: "too-long" });
  expect(readTitle("Admins only")).toEqual({ fault: "reserved" });
  expect(readTitle("Citl\u202eali")).toEqual({ fault: "characters" });
});

test("a prototype that is known to look the same makes a word of another script a reserved one", () => {
  const host = "һоѕт";
  expect(readName(host)).toEqual({ name: host });
  expect(readName(host, () => "host")).toEqual({ fault: "reserved" });
});
