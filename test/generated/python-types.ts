import type { OpenApiDocument } from "../../server/tools/openapi.ts";

const BEGIN = `"""What the server says, as types. A newer server may say more.

\`npm run generate\` writes this file from the schemas of the HTTP API (docs/json-api.md).
"""

from typing import Any, Literal, NotRequired, TypedDict

Command = dict[str, Any]
"""A command of a game: \`type\`, and its fields."""

Line = dict[str, Any]
"""A line of a stream: \`type\`, and the fields of docs/json-api.md."""

View = dict[str, Any]
"""A game as one seat sees it."""

Outcome = dict[str, Any]
"""How a match ended: \`by\`, \`winner\`, and what the game adds."""

BotKind = Literal["easy", "skilled", "strong"]
`;

/** The schemas that are types of the Python client, by the names that they have there; those that others refer to come first. */
const CLASSES: Readonly<Record<string, string>> = {
  Seat: "Seat",
  Awaiting: "Awaited",
  ClockRules: "ClockRules",
  SeatClock: "SeatClock",
  Clocks: "Clocks",
  Hint: "Hint",
  Offer: "Offer",
  Answer: "CommandAnswer",
  ChatLine: "ChatLine",
  Listing: "Listing",
  TablePage: "TablePage",
};

/** A schema of the document, as far as its types use it. */
interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly anyOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
}

/** Returns clients/python/src/flower_war/types.py. */
export function pythonTypes({ components }: OpenApiDocument): string {
  const schemas = components?.schemas as Readonly<Record<string, JsonSchema>>;
  const classes = Object.entries(CLASSES).map(([name, id]) => classOf(name, schemas[id] ?? {}));
  return [BEGIN, ...classes].join("\n\n");
}

function classOf(name: string, { description, properties = {}, required = [] }: JsonSchema): string {
  const fields = Object.entries(properties).map(([field, schema]) => {
    const type = typeOf(schema);
    const about = schema.description ?? schema.anyOf?.[0]?.description;
    return [
      `    ${field}: ${required.includes(field) ? type : `NotRequired[${type}]`}`,
      ...(about ? [`    """${pythonic(about)}"""`] : []),
    ];
  });
  const about = description ? [`    """${pythonic(description)}"""`, ""] : [];
  return [`class ${name}(TypedDict):`, ...about, ...fields.flat(), ""].join("\n");
}

function typeOf({ $ref, type, anyOf, items, additionalProperties }: JsonSchema): string {
  if ($ref !== undefined) return nameOf($ref);
  if (anyOf) return anyOf.map(typeOf).join(" | ");
  if (Array.isArray(type)) return type.map((each) => typeOf({ type: each })).join(" | ");
  if (type === "array") return `list[${items ? typeOf(items) : "Any"}]`;
  if (type === "object") {
    return `dict[str, ${typeof additionalProperties === "object" ? typeOf(additionalProperties) : "Any"}]`;
  }
  return PLAIN[type as keyof typeof PLAIN] ?? "Any";
}

const PLAIN = { string: "str", integer: "int", number: "float", boolean: "bool", null: "None" } as const;

/** Returns the class of a schema; the others are dictionaries. */
function nameOf(ref: string): string {
  const id = ref.split("/").at(-1);
  if (id === "Command") return id;
  return Object.keys(CLASSES).find((name) => CLASSES[name] === id) ?? "dict[str, Any]";
}

const pythonic = (text: string) => text.replaceAll("`null`", "`None`").replaceAll("\\", "\\\\");
