import { parseAst } from "vitest/node";

/** A source file with one small change. */
export interface Mutant {
  /** Below `rules/src`. */
  readonly file: string;
  readonly line: number;
  readonly from: string;
  readonly to: string;
  /** The whole source with the change. */
  readonly code: string;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

/** The source from `start` to `end` becomes `to`. */
interface Edit {
  readonly start: number;
  readonly end: number;
  readonly to: string;
}

const OPERATORS: { readonly [operator: string]: string } = {
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "===": "!==",
  "!==": "===",
  "+": "-",
  "-": "+",
  "*": "/",
  "%": "*",
  "&&": "||",
  "||": "&&",
};

const METHODS: { readonly [method: string]: string } = {
  some: "every",
  every: "some",
  min: "max",
  max: "min",
  find: "findLast",
  findLast: "find",
  findLastIndex: "findIndex",
  toReversed: "slice",
};

/** Returns every mutant of a file: another operator, number, boolean, branch or method, or a statement left out. */
export function mutantsOf(file: string, code: string): readonly Mutant[] {
  const edits: Edit[] = [];
  visit(parseAst(code, { lang: "ts" }) as unknown as Node, code, edits);
  return edits.map(({ start, end, to }) => ({
    file,
    line: code.slice(0, start).split("\n").length,
    from: code.slice(start, end),
    to,
    code: code.slice(0, start) + to + code.slice(end),
  }));
}

function visit(node: Node, code: string, edits: Edit[]): void {
  // Types do not exist at run time.
  if (node.type.startsWith("TS") && !VALUES_IN_TYPES.includes(node.type)) return;
  if (node.type === "ImportDeclaration" || isAssertion(node)) return;
  edits.push(...editsOf(node, code));
  for (const field of Object.values(node)) {
    for (const child of Array.isArray(field) ? field : [field]) {
      if (isNode(child)) visit(child, code, edits);
    }
  }
}

/**
 * Returns whether a statement only throws, perhaps after a condition. Matches never get there; mostly the compiler
 * needs it.
 */
function isAssertion({ type, consequent }: Node): boolean {
  return (
    type === "ThrowStatement" || (type === "IfStatement" && isNode(consequent) && isAssertion(consequent))
  );
}

const VALUES_IN_TYPES = ["TSAsExpression", "TSSatisfiesExpression", "TSNonNullExpression"];

function* editsOf(node: Node, code: string): Generator<Edit> {
  const { type, start, end } = node;
  const whole = code.slice(start, end);
  switch (type) {
    case "BinaryExpression":
    case "LogicalExpression": {
      const { left, right, operator } = node;
      if (!isNode(left) || !isNode(right)) return;
      const to = OPERATORS[String(operator)];
      const at = left.end + code.slice(left.end, right.start).indexOf(String(operator));
      if (to !== undefined) yield { start: at, end: at + String(operator).length, to };
      return;
    }
    case "UnaryExpression":
      if (node["operator"] === "!") yield { start, end: start + 1, to: "" };
      return;
    case "Literal":
      if (typeof node["value"] === "number") yield { start, end, to: String(node["value"] + 1) };
      if (typeof node["value"] === "boolean") yield { start, end, to: String(!node["value"]) };
      return;
    case "IfStatement":
    case "ConditionalExpression":
      if (isNode(node["test"])) {
        yield { ...rangeOf(node["test"]), to: "true" };
        yield { ...rangeOf(node["test"]), to: "false" };
      }
      return;
    case "MemberExpression": {
      const { property } = node;
      if (!isNode(property)) return;
      const to = METHODS[String(property["name"])];
      if (to !== undefined && code[property.end] === "(") yield { ...rangeOf(property), to };
      return;
    }
    case "ExpressionStatement":
      if (whole.includes("(") || whole.includes("=")) yield { start, end, to: ";" };
  }
}

function rangeOf({ start, end }: Node): Pick<Node, "start" | "end"> {
  return { start, end };
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && "start" in value;
}
