import { cpSync, mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildServer } from "../../../test/support/builds.ts";
import { checkOut } from "../../../test/support/checkout.ts";
import { unpackPrograms, VERSIONS } from "../../../test/support/released.ts";
import { ROOT } from "../../../test/support/root.ts";

/** The server's programs of both sides: of one kind, and each in a temporary folder, for a program's place may matter too. */
export interface Sides {
  /** The path of the other side's program. */
  readonly other: string;
  /** The path of the working tree's program. */
  readonly own: string;
  readonly remove: () => Promise<void>;
}

/**
 * Puts both programs into temporary folders.
 * @param commit `.`: the working tree itself; the version of a kept release: its bundle, beside that of the working tree
 */
export async function prepareSides(commit: string): Promise<Sides> {
  return VERSIONS.includes(commit) ? prepareBundles(commit) : prepareSources(commit);
}

function prepareSources(commit: string): Sides {
  const [other, own] = [checkOut(commit), checkOut(".")];
  const programOf = ({ folder }: { readonly folder: string }) => join(folder, "server/src/main.ts");
  const remove = async () => [other, own].forEach((side) => side.remove());
  return { other: programOf(other), own: programOf(own), remove };
}

async function prepareBundles(version: string): Promise<Sides> {
  await buildServer();
  const other = await unpackPrograms(version);
  const own = mkdtempSync(join(tmpdir(), "flower-war-bundle-"));
  cpSync(join(ROOT, "server/dist/bundle"), join(own, "server/dist/bundle"), { recursive: true });
  const remove = async () => {
    await other.remove();
    await rm(own, { recursive: true, force: true });
  };
  return { other: other.entries.server, own: join(own, "server/dist/bundle/main.js"), remove };
}
