import type { Table } from "@flower-war/client-sdk/flower-war";
import { GODS } from "@flower-war/client-sdk/flower-war";
import { godNoun } from "./nouns.ts";

/** The gods' offerings and lake, and where the other skulls and the undrawn cards lie. */
export function Skulls({ table }: { table: Table }) {
  return (
    <section className="panel gods" aria-labelledby="gods">
      <h2 id="gods">Gods and skulls</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">God</th>
            <th scope="col" className="number">
              Offerings
            </th>
            <th scope="col" className="number">
              In the lake
            </th>
          </tr>
        </thead>
        <tbody>
          {GODS.map((god) => (
            <tr key={god}>
              <th scope="row">{godNoun(god)}</th>
              <td className="number">{table.offerings[god]}</td>
              <td className="number">{table.lake[god]}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <dl className="tallies">
        <Tally noun="Supply" count={table.supply} />
        <Tally noun="Removed" count={table.removed} />
        <Tally noun="War deck" count={table.decks.war} />
        <Tally noun="Rain deck" count={table.decks.rain} />
        <Tally noun="Day deck" count={table.decks.day} />
      </dl>
    </section>
  );
}

function Tally({ noun, count }: { noun: string; count: number }) {
  return (
    <div>
      <dt>{noun}</dt>
      <dd>{count}</dd>
    </div>
  );
}
