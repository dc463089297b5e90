/** Bad inputs to the room of a match. */
import { command, expectRows, room, startWorld, world } from "../support/bad-inputs.ts";

startWorld();

room("nonce", [
  ["no nonce", "seated", {}, "bad-request", "nonce"],
  ["an empty nonce", "seated", { nonce: "" }, "bad-nonce", "nonce"],
  ["a nonce of 65 characters", "seated", { nonce: "a".repeat(65) }, "bad-nonce", "nonce"],
  ["a nonce with a space", "seated", { nonce: "a b" }, "bad-nonce", "nonce"],
  ["a nonce that is a number", "seated", { nonce: 7 }, "bad-nonce", "nonce"],
  ["a payload that is a text", "seated", "nonce", "bad-request"],
  ["before the seals are fixed", "seated", { nonce: "abc" }, "seals-open"],
  ["without a seal", "cardsHost", { nonce: "abc" }, "seal-required"],
  ["a spectator's", "watcher", { nonce: "abc" }, "not-seated"],
]);
const SIGNATURE = { n: 64, head: "ab".repeat(32), signature: "ab".repeat(64) };
room("seal", [
  ["no seal", "seated", { key: "" }, "bad-request", "seal"],
  ["no key", "seated", { seal: "ab".repeat(32) }, "bad-request", "key"],
  ["a seal in capitals", "seated", { seal: "AB".repeat(32), key: "" }, "bad-seal", "seal"],
  ["a seal of 63 digits", "seated", { seal: "a".repeat(63), key: "" }, "bad-seal", "seal"],
  ["a seal that is a number", "seated", { seal: 7, key: "" }, "bad-seal", "seal"],
  ["a key of 65 digits", "seated", { seal: "ab".repeat(32), key: "a".repeat(65) }, "bad-seal", "key"],
  ["a payload that is a text", "seated", "seal", "bad-request"],
  ["a spectator's", "watcher", { seal: "ab".repeat(32), key: "" }, "not-seated"],
  ["after the beginning", "awaited", { seal: "ab".repeat(32), key: "" }, "seals-fixed"],
]);
room("header", [
  ["before the beginning", "seated", {}, "match-not-started"],
  ["a payload that is a text", "awaited", "header", "bad-request"],
]);
room("witness", [
  ["no entry", "awaited", { head: "ab".repeat(32), signature: "ab".repeat(64) }, "bad-request", "n"],
  ["half an entry", "awaited", { ...SIGNATURE, n: 0.5 }, "bad-request", "n"],
  ["an entry that is far away", "awaited", { ...SIGNATURE, n: 64_000 }, "bad-request", "n"],
  ["an entry that no seat signs", "awaited", { ...SIGNATURE, n: 1 }, "bad-request", "n"],
  ["a head in capitals", "awaited", { ...SIGNATURE, head: "AB".repeat(32) }, "bad-request", "head"],
  [
    "a signature of 127 digits",
    "awaited",
    { ...SIGNATURE, signature: "a".repeat(127) },
    "bad-request",
    "signature",
  ],
  ["before the beginning", "seated", SIGNATURE, "match-not-started"],
  ["a spectator's", "watcher", SIGNATURE, "not-seated"],
]);
room("ready", [
  ["nothing", "seated", {}, "bad-request", "ready"],
  ["a text", "seated", { ready: "yes" }, "bad-request", "ready"],
  ["no payload", "seated", undefined, "bad-request"],
  ["a spectator's", "watcher", { ready: true }, "not-seated"],
]);
room("move-seat", [
  ["no seat", "seated", {}, "bad-request", "seat"],
  ["a seat that is a number", "seated", { seat: 1 }, "bad-request", "seat"],
  ["a seat of 65 letters", "seated", { seat: "a".repeat(65) }, "bad-request", "seat"],
  ["a seat that there is not", "seated", { seat: "up" }, "unknown-seat", "seat"],
  ["a person's seat", "seated", { seat: "east" }, "seat-taken"],
  ["a bot's seat", "seated", { seat: "south" }, "seat-taken"],
  ["a spectator's", "watcher", { seat: "west" }, "not-seated"],
  ["after the beginning", "awaited", { seat: "north" }, "match-begun"],
]);
room("seat-bot", [
  ["no kind", "host", { seat: "west" }, "bad-request", "kind"],
  ["a kind that there is not", "host", { seat: "west", kind: "hard" }, "bad-request", "kind"],
  ["no seat", "host", { kind: "easy" }, "bad-request", "seat"],
  ["a seat that there is not", "host", { seat: "up", kind: "easy" }, "unknown-seat", "seat"],
  ["a person's seat", "host", { seat: "north", kind: "easy" }, "seat-taken"],
  ["who does not host", "seated", { seat: "west", kind: "easy" }, "not-host"],
  ["a spectator's", "watcher", { seat: "west", kind: "easy" }, "not-seated"],
  ["after the beginning", "awaited", { seat: "west", kind: "easy" }, "match-begun"],
]);
room("challenge", [
  ["no bot", "host", { seat: "west" }, "bad-request", "bot"],
  ["a bot that is a number", "host", { seat: "west", bot: 7 }, "bad-request", "bot"],
  ["a bot of 101 letters", "host", { seat: "west", bot: "a".repeat(101) }, "bad-request", "bot"],
  ["no seat", "host", { bot: "Ahuizotl" }, "bad-request", "seat"],
  ["a bot that is not online", "host", { seat: "west", bot: "Nahual" }, "unknown-bot", "bot"],
  ["a guest", "host", () => ({ seat: "west", bot: world.guest.id }), "unknown-bot", "bot"],
  ["a seat that there is not", "host", { seat: "up", bot: "Ahuizotl" }, "unknown-seat", "seat"],
  ["a taken seat", "host", { seat: "north", bot: "Ahuizotl" }, "seat-taken"],
  ["who does not host", "seated", { seat: "west", bot: "Ahuizotl" }, "not-host"],
  ["a spectator's", "watcher", { seat: "west", bot: "Ahuizotl" }, "not-seated"],
  ["after the beginning", "awaited", { seat: "west", bot: "Ahuizotl" }, "match-begun"],
]);
room("free-seat", [
  ["no seat", "host", {}, "bad-request", "seat"],
  ["a seat that there is not", "host", { seat: "up" }, "unknown-seat", "seat"],
  ["one's own seat", "host", { seat: "east" }, "own-seat"],
  ["who does not host", "seated", { seat: "south" }, "not-host"],
  ["a spectator's", "watcher", { seat: "south" }, "not-seated"],
  ["after the beginning", "awaited", () => ({ seat: world.clients.waiting.seat }), "match-begun"],
]);
room("hand-over", [
  ["no seat", "host", {}, "bad-request", "seat"],
  ["a seat that there is not", "host", { seat: "up" }, "unknown-seat", "seat"],
  ["an open seat", "host", { seat: "west" }, "no-player", "seat"],
  ["a bot", "host", { seat: "south" }, "no-player", "seat"],
  ["who does not host", "seated", { seat: "north" }, "not-host"],
  ["a spectator's", "watcher", { seat: "north" }, "not-seated"],
]);
room("show-code", [
  ["nothing", "hiddenHost", {}, "bad-request", "shown"],
  ["a text", "hiddenHost", { shown: "true" }, "bad-request", "shown"],
  ["a spectator's", "watcher", { shown: true }, "not-seated"],
]);
room("set-policy", [
  ["an unknown admission", "hiddenHost", { admission: "friends" }, "bad-request", "admission"],
  ["a negative time", "hiddenHost", { slow: -1 }, "bad-request", "slow"],
  ["a text as quiet", "hiddenHost", { quiet: "yes" }, "bad-request", "quiet"],
  ["who does not host", "seated", { quiet: true }, "not-host"],
  ["a spectator's", "watcher", { quiet: true }, "not-seated"],
]);
for (const type of ["block", "silence"] as const)
  room(type, [
    ["nothing", "hiddenHost", {}, "bad-request", "n"],
    ["a line that nobody said", "hiddenHost", { n: 1_000 }, "unknown-speaker", "n"],
    ["who does not host", "seated", { n: 1_000 }, "not-host"],
    ["a spectator's", "watcher", { n: 1_000 }, "not-seated"],
  ]);
room("lift", [
  ["nothing", "hiddenHost", {}, "bad-request", "how"],
  ["what withholding makes", "hiddenHost", { how: "withheld", name: "" }, "bad-request", "how"],
  ["who does not host", "seated", { how: "blocked", name: "Foe" }, "not-host"],
  ["a spectator's", "watcher", { how: "blocked", name: "Foe" }, "not-seated"],
]);
room("start", [
  ["who does not host", "seated", {}, "not-host"],
  ["a spectator's", "watcher", {}, "not-seated"],
  ["one player alone", "hiddenHost", {}, "too-few-players"],
  ["a payload that is a list", "seated", "now", "bad-request"],
]);

room("command", [
  ["no id", "awaited", { command: { type: "roll" } }, "bad-request", "id"],
  ["an empty id", "awaited", { id: "", command: { type: "roll" } }, "bad-request", "id"],
  [
    "an id of 65 characters",
    "awaited",
    { id: "a".repeat(65), command: { type: "roll" } },
    "bad-request",
    "id",
  ],
  ["an id with a colon", "awaited", { id: "east:1", command: { type: "roll" } }, "bad-request", "id"],
  ["an id that is a number", "awaited", { id: 1, command: { type: "roll" } }, "bad-request", "id"],
  ["no command", "awaited", { id: "bad" }, "bad-request", "command"],
  ["a command that is a text", "awaited", { id: "bad", command: "roll" }, "bad-request", "command"],
  ["a command that is a list", "awaited", { id: "bad", command: ["roll"] }, "bad-request", "command"],
  ["a command without a type", "awaited", { id: "bad", command: {} }, "malformed"],
  ["a command of an unknown type", "awaited", command("dance"), "malformed"],
  ["a command of a type that is a number", "awaited", command(7), "malformed"],
  ["a command of the prototype's", "awaited", command("constructor"), "malformed"],
  ["a command that another decision needs", "awaited", command("move", { steps: 3 }), "wrong-phase"],
  ["a command out of turn", "waiting", command("roll"), "not-your-decision"],
  ["a spectator's", "playWatcher", command("roll"), "not-seated"],
  ["before the beginning", "host", command("roll"), "match-not-started"],
  ["after the end", "over", command("roll"), "match-over"],
]);
room("offer", [
  ["nothing", "awaited", {}, "bad-request", "what"],
  ["what there is not", "awaited", { what: "money" }, "bad-request", "what"],
  ["a spectator's", "playWatcher", { what: "draw" }, "not-seated"],
  ["before the beginning", "host", { what: "draw" }, "match-not-started"],
  ["after the end", "over", { what: "draw" }, "match-over"],
]);
room("take-back", [
  ["nothing", "awaited", {}, "bad-request", "n"],
  ["no entry's number", "awaited", { n: 0 }, "bad-request", "n"],
  ["a number as a text", "awaited", { n: "1" }, "bad-request", "n"],
  ["half a number", "awaited", { n: 1.5 }, "bad-request", "n"],
  ["at a table without them", "awaited", { n: 1 }, "no-take-backs"],
  ["a spectator's", "playWatcher", { n: 1 }, "not-seated"],
  ["before the beginning, without them", "host", { n: 1 }, "no-take-backs"],
]);
room("accept", [
  ["no id", "awaited", {}, "bad-request", "id"],
  ["an id that is a number", "awaited", { id: 1 }, "bad-request", "id"],
  ["an id of 65 letters", "awaited", { id: "a".repeat(65) }, "bad-request", "id"],
  ["an offer that there is not", "awaited", { id: "x" }, "no-offer"],
  ["a spectator's", "playWatcher", { id: "x" }, "not-seated"],
  ["before the beginning", "host", { id: "x" }, "match-not-started"],
]);
room("decline", [
  ["no id", "awaited", {}, "bad-request", "id"],
  ["an id that is null", "awaited", { id: null }, "bad-request", "id"],
  ["a spectator's", "playWatcher", { id: "x" }, "not-seated"],
]);
room("claim", [
  ["nothing", "awaited", {}, "bad-request", "what"],
  ["what there is not", "awaited", { what: "draw" }, "bad-request", "what"],
  ["a win while all are there", "awaited", { what: "win" }, "not-away"],
  ["an abort while all are there", "awaited", { what: "abort" }, "not-away"],
  ["a spectator's", "playWatcher", { what: "win" }, "not-seated"],
  ["before the beginning", "host", { what: "win" }, "match-not-started"],
]);
room("log", [
  ["nothing", "awaited", {}, "bad-request", "after"],
  ["a number below 0", "awaited", { after: -1 }, "bad-request", "after"],
  ["half a number", "awaited", { after: 0.5 }, "bad-request", "after"],
  ["a text", "awaited", { after: "0" }, "bad-request", "after"],
]);
room("chat", [
  ["nothing", "host", {}, "bad-request", "after"],
  ["a number below 0", "host", { after: -1 }, "bad-request", "after"],
  ["a number that is none", "host", { after: Number.NaN }, "bad-request", "after"],
]);
room("say", [
  ["no id", "host", { text: "hello" }, "bad-request", "id"],
  ["an id with a space", "host", { id: "a b", text: "hello" }, "bad-request", "id"],
  ["no text", "host", { id: "bad" }, "bad-request", "text"],
  ["an empty text", "host", { id: "bad", text: "" }, "text-missing", "text"],
  ["an invisible text", "host", { id: "bad", text: " \u200b\u202e " }, "text-missing", "text"],
  ["a text of 201 characters", "host", { id: "bad", text: "x".repeat(201) }, "text-too-long", "text"],
  ["a spectator without a name", "watcher", { id: "bad", text: "hello" }, "bad-request", "name"],
  [
    "a spectator with a reserved name",
    "watcher",
    { id: "bad", text: "hello", name: "server" },
    "name-reserved",
    "name",
  ],
  [
    "a spectator with a number for a name",
    "watcher",
    { id: "bad", text: "hello", name: 7 },
    "bad-request",
    "name",
  ],
  ["at a silent table", "hiddenHost", { id: "bad", text: "hello" }, "silent"],
]);
room("react", [
  ["nothing", "host", { id: "bad" }, "bad-request", "reaction"],
  ["what there is not", "host", { id: "bad", reaction: "angry" }, "bad-request", "reaction"],
  ["at a silent table", "hiddenHost", { id: "bad", reaction: "bravo" }, "silent"],
]);
room("report", [
  ["no seat", "host", { reason: "name", text: "" }, "bad-request", "seat"],
  ["no reason", "host", { seat: "north", text: "" }, "bad-request", "reason"],
  [
    "a reason that there is not",
    "host",
    { seat: "north", reason: "ugly", text: "" },
    "bad-request",
    "reason",
  ],
  ["no text", "host", { seat: "north", reason: "name" }, "bad-request", "text"],
  [
    "a text of 501 characters",
    "host",
    { seat: "north", reason: "name", text: "x".repeat(501) },
    "bad-request",
    "text",
  ],
  ["a seat that there is not", "host", { seat: "up", reason: "name", text: "" }, "unknown-seat", "seat"],
  ["oneself", "host", { seat: "east", reason: "name", text: "" }, "own-seat", "seat"],
  ["a bot", "host", { seat: "south", reason: "name", text: "" }, "no-player", "seat"],
  ["an open seat", "host", { seat: "west", reason: "name", text: "" }, "no-player", "seat"],
]);
room("pair-temple", [
  ["no code", "host", {}, "bad-request", "code"],
  ["a code that is a number", "host", { code: 1234 }, "bad-request", "code"],
  ["a code of 65 letters", "host", { code: "a".repeat(65) }, "bad-request", "code"],
  ["a code that no temple shows", "host", { code: "ZZZZ" }, "bad-code"],
  ["a spectator's", "watcher", { code: "ZZZZ" }, "not-seated"],
  ["in a game without temples", "cardsHost", { code: "ZZZZ" }, "no-temples"],
]);
room("nearby-temples", [
  ["a spectator's", "watcher", {}, "not-seated"],
  ["in a game without temples", "cardsHost", {}, "no-temples"],
]);
room("pair-nearby", [
  ["no temple", "host", {}, "bad-request", "templeId"],
  ["a temple that is a number", "host", { templeId: 1 }, "bad-request", "templeId"],
  ["an id of 65 letters", "host", { templeId: "a".repeat(65) }, "bad-request", "templeId"],
  ["where the host does not offer it", "host", { templeId: "templo-1" }, "no-nearby"],
  ["a spectator's", "watcher", { templeId: "templo-1" }, "not-seated"],
  ["in a game without temples", "cardsHost", { templeId: "templo-1" }, "no-temples"],
]);
room("stop-nearby", [["a spectator's", "watcher", {}, "not-seated"]]);
room("unpair-temple", [["a spectator's", "watcher", {}, "not-seated"]]);
room("dance", [["a player's", "host", {}, "bad-request", "type"]]);
room("__proto__", [["a player's", "host", {}, "bad-request", "type"]]);
room("", [["a player's", "host", {}, "bad-request", "type"]]);

expectRows(154);
