import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./root.ts";

/** What is published of the project, and where: `published.json`. Empty: not yet. */
export interface Published {
  /** The address of the repository, as `https://<host>/<owner>/<name>`. */
  readonly repository: string;
  /** The version from which on npm has the packages. */
  readonly npm: string;
  /** The version from which on PyPI has the Python client. */
  readonly pypi: string;
}

export const PUBLISHED = JSON.parse(readFileSync(join(ROOT, "published.json"), "utf8")) as Published;
