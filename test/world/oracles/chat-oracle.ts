import type { House } from "../house/house.ts";
import type { WorldTable } from "../people/world-table.ts";

/** Finds lines of a table's chat that were answered and are not stored once, under the number of the answer. */
export async function checkChat(house: House, table: WorldTable): Promise<void> {
  const rows = await house.store.query<{
    readonly n: number;
    readonly request: string;
    readonly sender: string;
  }>("SELECT n, request, sender FROM chat WHERE match = ?", table.id ?? "");
  for (const { seat, lines } of table.people) {
    for (const [id, n] of lines) {
      const stored = rows.filter(({ request, sender }) => request === id && sender === seat);
      if (stored.length !== 1 || stored[0]?.n !== n)
        house.find("chat", `line ${n} (${id}) of ${table.id} is stored as ${JSON.stringify(stored)}`);
    }
  }
}
