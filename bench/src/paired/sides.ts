import { cpSync, mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildServer } from "../../../test/support/builds.ts";
import { unpackPrograms, VERSIONS } from "../../../test/support/released.ts";
import { ROOT } from "../../../test/support/root.ts";
import { checkOut } from "./checkout.ts";

/** The server's program on two sides, both of one kind and in a temporary folder: also where they are may matter. */
export interface Sides {
  readonly other: string;
  /** That of the working tree. */
  readonly own: string;
  readonly remove: () => Promise<void>;
}

/** @param commit `.`: the working tree itself; the version of a kept release: its bundle, beside that of the working tree */
export function sidesBeside(commit: string): Promise<Sides> | Sides {
  return VERSIONS.includes(commit) ? bundles(commit) : sources(commit);
}

function sources(commit: string): Sides {
  const [other, own] = [checkOut(commit), checkOut(".")];
  const programOf = ({ folder }: { readonly folder: string }) => join(folder, "server/src/main.ts");
  const remove = async () => [other, own].forEach((side) => side.remove());
  return { other: programOf(other), own: programOf(own), remove };
}

async function bundles(version: string): Promise<Sides> {
  const other = await unpackPrograms(version);
  const own = mkdtempSync(join(tmpdir(), "flower-war-bundle-"));
  const remove = async () => {
    await other.remove();
    await rm(own, { recursive: true, force: true });
  };
  await buildServer();
  cpSync(join(ROOT, "server/dist/bundle"), join(own, "server/dist/bundle"), { recursive: true });
  return { other: other.entries.server, own: join(own, "server/dist/bundle/main.js"), remove };
}
