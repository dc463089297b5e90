import { distinctName } from "../../../../server/src/names/distinct-name.ts";
import { requireName } from "../../../../server/src/names/name-rules.ts";
import { openWordFilter } from "../../../../server/src/names/word-filter.ts";

export const filter = openWordFilter({ words: ["tonto", "pendejo"], allowed: ["Scunthorpe"] });

const SEATED = ["Citlali", "Nezahual", "Izel", "Tenoch", "Xóchitl"];

/** Reads a name as the server does, and tells it from those at the table. */
export const shownName = ({ name }: { readonly name?: string | undefined }): string =>
  distinctName(requireName(name ?? "", filter), SEATED);
