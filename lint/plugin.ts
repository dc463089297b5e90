/** The rules of lint that oxlint does not have. */
import { readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, join, relative } from "node:path";
import type { RuleTester } from "oxlint/plugins-dev";
import {
  CLONE_ONLY,
  CLOSED,
  FOR_NODE,
  MATCH_MAKER,
  MORE_IMPORTS,
  PORT_GLOBALS,
  PORT_IMPORTS,
  PORT_PROPERTIES,
  PORTED,
  PORTS,
  PRIVATE,
  RULES_GLOBALS,
  RULES_PACKAGES,
  SERVER_FOLDERS,
  SERVER_TOP,
  SHARED_TOOLS,
  WEB_LAYERS,
  WORLD_LAYERS,
  WITHOUT_NODE,
  WORKSPACES,
} from "./walls.ts";

type Rule = Parameters<RuleTester["run"]>[1];
type Context = Parameters<NonNullable<Rule["create"]>>[0];
type Visitor = ReturnType<NonNullable<Rule["create"]>>;
type NodeOf<Type extends keyof Visitor> = Parameters<NonNullable<Visitor[Type]>>[0];
type Node = NodeOf<"ImportExpression">["parent"];
type Specifier = NodeOf<"ImportDeclaration" | "ExportNamedDeclaration">["specifiers"][number];

const ROOT = join(import.meta.dirname, "..");
const OURS = /^@flower-war\/([^/]+)/;
const DOWN = "Imports go down only: docs/architecture.md, Imports.";
const PORT = "Take `Time` or `Random` of @flower-war/protocol/ports as a parameter.";

/** One import of a file: what it names, as it is written, and, if it is one of the project's files, that file's path from the root. */
interface Import {
  readonly file: string;
  readonly name: string;
  readonly path: string | null;
  /** The imported names; `*`: all. */
  readonly names: readonly string[];
}

const pathOf = (context: Context): string => relative(ROOT, context.filename).replaceAll("\\", "/");
const isIn = (file: string, folder: string): boolean => file === folder || file.startsWith(`${folder}/`);
const isInOne = (file: string, folders: readonly string[]): boolean =>
  folders.some((folder) => isIn(file, folder));
const isTest = (file: string): boolean => file.startsWith("test/") || file.split("/")[1] === "test";

/** Returns what is wrong with importing a workspace, be it by its package's name or by a path. */
function judgeWorkspace({ file, name, path }: Import): string | null {
  const [own = "", folder = ""] = file.split("/");
  const allowed = WORKSPACES[own];
  if (allowed === undefined) return null;
  const other = OURS.exec(name)?.[1];
  if (other !== undefined) {
    // Folders for Node are projects of their own for the type checker, so they know the rest of their package by its name.
    if (other === own && folder === "src" && !isInOne(file, FOR_NODE))
      return "Import a file of your own workspace by its path.";
    const isAllowed =
      other === own || [...allowed, ...(MORE_IMPORTS[`${own}/${folder}`] ?? [])].includes(other);
    return isAllowed ? null : DOWN;
  }
  if (path === null) return null;
  if (folder === "src") {
    if (isIn(path, `${own}/src`) || path === `${own}/package.json`) return null;
    if (isInOne(path, CLONE_ONLY[own] ?? [])) return null;
    return isIn(path, own)
      ? "Sources import nothing outside of src."
      : "Import a workspace by its package's name.";
  }
  return isIn(path, own) || isInOne(path, SHARED_TOOLS) ? null : "Import a workspace by its package's name.";
}

/** Returns what is wrong with importing one folder of server/src from another. */
function judgeServerFolder({ file, path }: Import): string | null {
  if (path === null || !isIn(file, "server/src") || !isIn(path, "server/src")) return null;
  const [from = "", to = ""] = [file, path].map((each) => each.split("/")[2]);
  if (from === to || SERVER_TOP.includes(from)) return null;
  if (SERVER_TOP.includes(to)) return DOWN;
  if (!(to in SERVER_FOLDERS)) return null;
  return SERVER_FOLDERS[from]?.includes(to) ? null : DOWN;
}

/** Returns the level of a file's folder in web/src, and the folder; `null`: no level lists it. */
function findLayer(file: string): { readonly level: number; readonly folder: string } | null {
  // Pictures of parts for the gallery are above the parts.
  if (/\.gallery\.tsx?$/.test(file)) return null;
  const [, , top = "", below = "", deeper] = file.split("/");
  for (const [level, folders] of WEB_LAYERS.entries()) {
    if (folders.includes(`${top}/*`) && deeper !== undefined) return { level, folder: `${top}/${below}` };
    if (folders.includes(top)) return { level, folder: top };
  }
  return null;
}

function judgeWebLayer({ file, path }: Import): string | null {
  if (path === null || !isIn(file, "web/src") || !isIn(path, "web/src")) return null;
  const from = findLayer(file);
  if (from === null) return null;
  const to = findLayer(path);
  return to !== null && (to.level < from.level || to.folder === from.folder) ? null : DOWN;
}

/** Returns what is wrong with importing one folder of test/world from another. */
function judgeWorldLayer({ file, path }: Import): string | null {
  if (path === null || !isIn(file, "test/world") || !isIn(path, "test/world")) return null;
  const [from, to] = [file, path].map((each) => WORLD_LAYERS.indexOf(each.split("/")[2] ?? ""));
  if (from === undefined || from < 0) return null;
  return to !== undefined && to >= 0 && to <= from ? null : DOWN;
}

/** Returns what is wrong with importing a file that its folder keeps for itself. */
function judgePrivate({ file, path }: Import): string | null {
  if (path === null || !isIn(file, "server/src")) return null;
  const isTop = SERVER_TOP.some((top) => file === `server/src/${top}`);
  for (const { folder, owner, entries } of PRIVATE) {
    if (isTop || !isIn(path, folder) || isIn(file, owner)) continue;
    if (!entries.some((entry) => path === `${folder}/${entry}`))
      return `Other folders import of ${folder} only its entries.`;
  }
  for (const { from, folder, but } of CLOSED) {
    if (!isIn(file, from) || !isIn(path, folder)) continue;
    if (!but.some((entry) => path === `${folder}/${entry}`))
      return `${from} imports of ${folder}: ${but.join() || "nothing"}.`;
  }
  return null;
}

/** Returns what is wrong with importing a package or a module of Node. */
function judgePackage({ file, name, path, names }: Import): string | null {
  const [own = "", folder = ""] = file.split("/");
  if (path !== null || folder !== "src") return null;
  const isNode = isBuiltin(name);
  if (isNode && isInOne(file, WITHOUT_NODE) && !isInOne(file, FOR_NODE)) {
    return own === "rules" ? "Rules have no I/O." : "This code runs in browsers too.";
  }
  const module = isNode && !name.startsWith("node:") ? `node:${name}` : name;
  if (PORTED.includes(own) && !isInOne(file, PORTS)) {
    const forbidden = PORT_IMPORTS[module] ?? [];
    const isForbidden =
      forbidden.includes("*") || names.some((each) => ["*", "default", ...forbidden].includes(each));
    if (forbidden.length > 0 && isForbidden) return PORT;
  }
  if (own === "rules" && !OURS.test(name) && !RULES_PACKAGES.some((each) => isIn(name, each))) {
    return "Rules import no package but for hashes, signatures and canonical JSON.";
  }
  if (
    name === "@colyseus/core" &&
    file !== MATCH_MAKER &&
    names.some((each) => ["matchMaker", "*", "default"].includes(each))
  ) {
    return `Use the port of ${MATCH_MAKER}.`;
  }
  return null;
}

const JUDGES = [judgeWorkspace, judgeServerFolder, judgeWebLayer, judgePrivate, judgePackage];

/** Returns the name that a specifier of an import or a re-export asks for. */
function nameOf(specifier: Specifier): string {
  if (specifier.type === "ImportNamespaceSpecifier") return "*";
  if (specifier.type === "ImportDefaultSpecifier") return "default";
  const named = specifier.type === "ImportSpecifier" ? specifier.imported : specifier.local;
  return named.type === "Literal" ? named.value : named.name;
}

/** Returns what an expression says, if it is a plain string. */
function textOf(node: Node | null): string | null {
  return node?.type === "Literal" && typeof node.value === "string" ? node.value : null;
}

const imports: Rule = {
  create(context) {
    const file = pathOf(context);
    const judges = isTest(file) ? [judgeWorldLayer] : JUDGES;
    const judge = (node: Node, source: Node | null, names: readonly string[]): void => {
      const name = textOf(source);
      if (name === null) return;
      const path = name.startsWith(".") ? join(dirname(file), name).replaceAll("\\", "/") : null;
      for (const each of judges) {
        const message = each({ file, name, path, names });
        if (message !== null) return context.report({ node, message });
      }
    };
    return {
      ImportDeclaration: (node) => judge(node, node.source, node.specifiers.map(nameOf)),
      ExportNamedDeclaration: (node) => judge(node, node.source, node.specifiers.map(nameOf)),
      ExportAllDeclaration: (node) => judge(node, node.source, ["*"]),
      ImportExpression: (node) => judge(node, node.source, ["*"]),
      TSImportType: (node) => judge(node, node.source, ["*"]),
    };
  },
};

const IMPORTS = /\b(?:from|import)\s*\(?\s*"(\.[^"\n]+)"/g;
const imported = new Map<string, readonly string[]>();

/** Returns the project's files that a file imports in any way, each as a path from the root. */
function listImports(file: string): readonly string[] {
  const known = imported.get(file);
  if (known !== undefined) return known;
  let text = "";
  try {
    text = readFileSync(join(ROOT, file), "utf8");
  } catch {
    // The type checker reports an import of a file that is missing.
  }
  const found = [...text.matchAll(IMPORTS)].map(([, name = ""]) => join(dirname(file), name));
  imported.set(file, found);
  return found;
}

/** Finds the circles that have an `import()`: `import/no-cycle` does not follow it. */
const circles: Rule = {
  create(context) {
    const file = pathOf(context);
    return {
      ImportExpression(node) {
        const name = textOf(node.source);
        if (!name?.startsWith(".")) return;
        const reached = new Set([join(dirname(file), name)]);
        for (const each of reached) for (const next of listImports(each)) reached.add(next);
        if (reached.has(file)) context.report({ node, message: `${name} leads back to this file.` });
      },
    };
  },
};

/** Nodes that only change the type of the expression in them. */
const WRAPPERS = [
  "TSAsExpression",
  "TSSatisfiesExpression",
  "TSNonNullExpression",
  "ParenthesizedExpression",
];

const ports: Rule = {
  create(context) {
    const file = pathOf(context);
    const [own = "", folder] = file.split("/");
    if (!PORTED.includes(own) || folder !== "src" || isInOne(file, PORTS)) return {};
    const forbidden = own === "rules" ? [...PORT_GLOBALS, ...RULES_GLOBALS] : PORT_GLOBALS;
    const message = own === "rules" ? "Rules are pure: no clock, timer, I/O or randomness." : PORT;
    return {
      Identifier(node) {
        const properties = PORT_PROPERTIES[node.name];
        const isForbidden = forbidden.includes(node.name);
        if ((properties === undefined && !isForbidden) || !context.sourceCode.isGlobalReference(node)) return;
        const { parent } = node;
        if (parent.type.startsWith("TS") && !WRAPPERS.includes(parent.type)) return;
        if (!isForbidden && isHarmless(parent, node, properties ?? [])) return;
        context.report({ node, message });
      },
    };
  },
};

/** Whether a global is asked for its type only, or for properties that are not among these. Otherwise it gets another name. */
function isHarmless(parent: Node, node: NodeOf<"Identifier">, properties: readonly string[]): boolean {
  if (parent.type === "UnaryExpression") return parent.operator === "typeof";
  if (parent.type === "MemberExpression" && parent.object === node) {
    return isAmongOthers(parent.property, parent.computed, properties);
  }
  if (parent.type === "VariableDeclarator" && parent.id.type === "ObjectPattern") {
    return parent.id.properties.every(
      (each) => each.type === "Property" && isAmongOthers(each.key, each.computed, properties),
    );
  }
  // Its events and streams are passed on.
  return node.name === "process" && parent.type !== "VariableDeclarator";
}

/** Whether a property has a name that can be read here and is not among these. */
function isAmongOthers(property: Node, computed: boolean, properties: readonly string[]): boolean {
  const name = !computed && property.type === "Identifier" ? property.name : textOf(property);
  return name !== null && !properties.includes(name);
}

/** Comments that switch a rule off, with the names of rules and a reason after them. */
const DISABLE = /^\s*(?:oxlint|eslint)-disable/;
const WITH_REASON = /^\s*(?:oxlint|eslint)-disable(?:-next-line|-line)?\s+[^\s-][^\n]*?\s--\s+\S+\s\S/;

const reasons: Rule = {
  create(context) {
    return {
      Program() {
        for (const comment of context.sourceCode.getAllComments()) {
          if (!DISABLE.test(comment.value) || WITH_REASON.test(comment.value)) continue;
          const { start } = comment.loc;
          // One that switches off this very rule would hide what is reported after it.
          const loc = comment.value.includes("walls/reasons") ? { line: 1, column: 0 } : start;
          context.report({
            loc,
            message: `Line ${start.line}: name the rule and say why: \`-- the reason\`.`,
          });
        }
      },
    };
  },
};

const TEST_FUNCTIONS = ["test", "it", "describe", "suite"];

/** Finds tests that would run alone, in any spelling: `test.only`, `test.only.each`, `describe.skipIf(x).only`, `{ only: true }`. */
const focus: Rule = {
  create(context) {
    const message = "All other tests of this file would be skipped.";
    return {
      MemberExpression(node) {
        const { property } = node;
        if (property.type !== "Identifier" || property.name !== "only") return;
        let root: Node = node.object;
        while (root.type === "MemberExpression" || root.type === "CallExpression") {
          root = root.type === "MemberExpression" ? root.object : root.callee;
        }
        if (root.type === "Identifier" && TEST_FUNCTIONS.includes(root.name))
          context.report({ node, message });
      },
      "CallExpression > ObjectExpression > Property[key.name='only'][value.value=true]"(node: Node) {
        context.report({ node, message });
      },
    };
  },
};

/** Finds fields that are declared to be set without anything that sets them: `#x!: string`. */
const definite: Rule = {
  create(context) {
    return {
      PropertyDefinition(node) {
        if (node.definite)
          context.report({
            node,
            message: "Set the field in the constructor, or let its type say that it may be unset.",
          });
      },
    };
  },
};

export default { meta: { name: "walls" }, rules: { imports, circles, ports, reasons, focus, definite } };
