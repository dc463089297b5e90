import { parseAst } from "vitest/node";

/** A source file with one small change. */
export interface Mutant {
  /** A path from the project's root. */
  readonly file: string;
  readonly line: number;
  /** The probe of the function that it is in; `null`: of none. */
  readonly probe: string | null;
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

/**
 * Returns every mutant of a file: another operator, number, boolean, branch or method, or an element or a statement left out.
 * @param asserts whether statements that only throw are assertions that the compiler needs: they are left out then
 */
export function mutantsOf(file: string, code: string, asserts: boolean): readonly Mutant[] {
  const edits: (Edit & { readonly within: Node | null })[] = [];
  visit(parse(code), (node, within) => {
    if (asserts && isAssertion(node)) return false;
    for (const edit of editsOf(node, code)) edits.push({ ...edit, within });
    return true;
  });
  return edits.map(({ start, end, to, within }) => ({
    file,
    line: code.slice(0, start).split("\n").length,
    probe: within === null ? null : probeOf(file, within),
    from: code.slice(start, end),
    to,
    code: code.slice(0, start) + to + code.slice(end),
  }));
}

/** Returns a source whose functions each note in `reachedProbes`, if there is such a global, that they are called. */
export function withProbes(file: string, code: string): string {
  const functions = new Set<Node>();
  visit(parse(code), (_, within) => {
    if (within !== null) functions.add(within);
    return true;
  });
  let probed = code;
  for (const each of [...functions].toSorted((one, other) => bodyOf(other).start - bodyOf(one).start)) {
    const at = bodyOf(each).start + 1;
    const note = `globalThis.reachedProbes?.add(${JSON.stringify(probeOf(file, each))});`;
    probed = probed.slice(0, at) + note + probed.slice(at);
  }
  return probed;
}

function parse(code: string): Node {
  return parseAst(code, { lang: "ts" }) as unknown as Node;
}

function probeOf(file: string, { start }: Node): string {
  return `${file} ${start}`;
}

/** Calls for each node that has a meaning at run time, with the innermost function around it that has statements; `false` leaves out what is below. */
function visit(
  node: Node,
  call: (node: Node, within: Node | null) => boolean,
  within: Node | null = null,
): void {
  // Types do not exist at run time.
  if (node.type.startsWith("TS") && !VALUES_IN_TYPES.includes(node.type)) return;
  if (node.type === "ImportDeclaration" || !call(node, within)) return;
  const around = hasStatements(node) ? node : within;
  for (const field of Object.values(node)) {
    for (const child of Array.isArray(field) ? field : [field]) {
      if (isNode(child)) visit(child, call, around);
    }
  }
}

function hasStatements({ type, body }: Node): boolean {
  return /Function/.test(type) && isNode(body) && /^(BlockStatement|FunctionBody)$/.test(body.type);
}

function bodyOf({ body }: Node): Node {
  if (!isNode(body)) throw new Error("a function without a body");
  return body;
}

/** Returns whether a statement only throws, perhaps after a condition. */
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
      if (typeof node["value"] === "number") yield { start, end, to: String(otherNumber(node["value"])) };
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
    case "ArrayExpression": {
      const elements = (node["elements"] as readonly unknown[]).filter(isNode);
      if (elements.length < 2 || !elements.every(isName)) return;
      for (const [index, element] of elements.entries()) {
        const end = elements[index + 1]?.start ?? element.end;
        yield { start: element.start, end, to: "" };
      }
      return;
    }
    case "ExpressionStatement":
      if (whole.includes("(") || whole.includes("=")) yield { start, end, to: ";" };
  }
}

/** A limit or a time that is longer by one would be no fault. */
function otherNumber(value: number): number {
  return value < 100 ? value + 1 : 2 * value;
}

/** Whether an element of a list is a constant: a text or a name. */
function isName({ type }: Node): boolean {
  return type === "Literal" || type === "Identifier" || type === "MemberExpression";
}

function rangeOf({ start, end }: Node): Pick<Node, "start" | "end"> {
  return { start, end };
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && "start" in value;
}
