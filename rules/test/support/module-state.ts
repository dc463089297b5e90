import { parseAst } from "vitest/node";

/** A place in a module that remembers something between two calls, or could. */
export interface ModuleState {
  readonly line: number;
  readonly reason: string;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

/** Built-in classes whose empty instances are only useful if they are filled later. */
const COLLECTIONS = ["Map", "Set", "WeakMap", "WeakSet", "Array"];

/** Methods that change the array, map or set they are called on. */
const MUTATORS = "push pop shift unshift splice sort reverse fill copyWithin set add delete clear".split(" ");

/**
 * Finds every way in which a module's code can remember something between two calls: a variable that can be assigned, an
 * empty collection, a static field, and a change of anything that is declared or imported at the top of the module.
 */
export function moduleStateIn(code: string): readonly ModuleState[] {
  const program = parseAst(code, { lang: "ts" }) as unknown as Node;
  const found: { start: number; reason: string }[] = [];
  const body = childrenOf(program["body"]);
  for (const statement of body) {
    const declaration = exportedBy(statement);
    if (declaration.type !== "VariableDeclaration") continue;
    if (declaration["kind"] !== "const") {
      found.push({ start: declaration.start, reason: `a module-level ${String(declaration["kind"])}` });
    }
    for (const { start, id, init } of childrenOf(declaration["declarations"])) {
      if (isNode(init) && isEmptyCollection(init) && !(isNode(id) && isReadonly(id))) {
        found.push({ start, reason: "an empty collection at module level" });
      }
    }
  }
  const topLevel = new Set(body.flatMap(namesDeclaredBy));
  visit(program, [], (node, scopes) => {
    if (node.type === "PropertyDefinition" && node["static"] === true && node["readonly"] !== true) {
      found.push({ start: node.start, reason: "a static field that can be assigned" });
    }
    const changed = changedBy(node);
    const name = changed && rootOf(changed);
    if (name && topLevel.has(name) && !scopes.some((scope) => scope.has(name))) {
      found.push({ start: node.start, reason: `a change of ${name}` });
    }
  });
  return found.map(({ start, reason }) => ({ line: code.slice(0, start).split("\n").length, reason }));
}

/** Returns whether a variable's type is `readonly ...[]`, so that the compiler prevents filling it. */
function isReadonly({ typeAnnotation }: Node): boolean {
  const type = isNode(typeAnnotation) ? typeAnnotation["typeAnnotation"] : null;
  return isNode(type) && type.type === "TSTypeOperator" && type["operator"] === "readonly";
}

function isEmptyCollection(init: Node): boolean {
  switch (init.type) {
    case "TSAsExpression":
    case "TSSatisfiesExpression":
      return isNode(init["expression"]) && isEmptyCollection(init["expression"]);
    case "ArrayExpression":
      return childrenOf(init["elements"]).length === 0;
    case "ObjectExpression":
      return childrenOf(init["properties"]).length === 0;
    case "NewExpression": {
      const { callee } = init;
      const isCollection = isNode(callee) && COLLECTIONS.includes(String(callee["name"]));
      return isCollection && childrenOf(init["arguments"]).length === 0;
    }
    default:
      return false;
  }
}

/** Returns the expression that a node changes in place; `null` if it changes none. */
function changedBy(node: Node): Node | null {
  const { left, argument, callee, operator } = node;
  if (node.type === "AssignmentExpression" && isNode(left) && left.type !== "Identifier") return left;
  if (node.type === "UpdateExpression" && isNode(argument) && argument.type !== "Identifier") return argument;
  if (node.type === "UnaryExpression" && operator === "delete" && isNode(argument)) return argument;
  if (node.type === "CallExpression" && isNode(callee) && callee.type === "MemberExpression") {
    const { property } = callee;
    return isNode(property) && MUTATORS.includes(String(property["name"])) ? callee : null;
  }
  return null;
}

/** Returns the variable at the root of a chain of fields. */
function rootOf(node: Node): string | null {
  const inner = node["object"] ?? node["expression"];
  if (node.type === "Identifier") return String(node["name"]);
  return isNode(inner) ? rootOf(inner) : null;
}

/** Visits every node with the names that its enclosing functions and blocks declare. */
function visit(
  node: Node,
  scopes: readonly ReadonlySet<string>[],
  inspect: (node: Node, scopes: readonly ReadonlySet<string>[]) => void,
): void {
  inspect(node, scopes);
  const names = new Set([
    ...childrenOf(node["params"]).flatMap(namesIn),
    ...(node.type === "BlockStatement" ? childrenOf(node["body"]).flatMap(namesDeclaredBy) : []),
    ...(node.type === "SwitchCase" ? childrenOf(node["consequent"]).flatMap(namesDeclaredBy) : []),
    ...[node["init"], node["left"], node["param"]].filter(isNode).flatMap(namesDeclaredBy),
  ]);
  const inner = names.size > 0 ? [...scopes, names] : scopes;
  for (const field of Object.values(node))
    for (const child of childrenOf(field)) visit(child, inner, inspect);
}

function namesDeclaredBy(statement: Node): readonly string[] {
  const declaration = exportedBy(statement);
  switch (declaration.type) {
    case "VariableDeclaration":
      return childrenOf(declaration["declarations"]).flatMap(({ id }) => (isNode(id) ? namesIn(id) : []));
    case "ImportDeclaration":
      return childrenOf(declaration["specifiers"]).flatMap(({ local }) =>
        isNode(local) ? namesIn(local) : [],
      );
    default:
      return isNode(declaration["id"]) ? namesIn(declaration["id"]) : [];
  }
}

/** Returns the names that a pattern binds. */
function namesIn(pattern: Node): readonly string[] {
  if (pattern.type === "Identifier") return [String(pattern["name"])];
  const parts = ["properties", "elements", "value", "argument", "left", "parameter"];
  return parts.flatMap((part) => childrenOf(pattern[part])).flatMap(namesIn);
}

function exportedBy(statement: Node): Node {
  const { declaration } = statement;
  return isNode(declaration) ? declaration : statement;
}

function childrenOf(field: unknown): readonly Node[] {
  return (Array.isArray(field) ? field : [field]).filter(isNode);
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && "start" in value;
}
