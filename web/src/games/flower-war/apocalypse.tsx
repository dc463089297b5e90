import type { Table } from "@flower-war/client-sdk/flower-war";
import { discRuleWords } from "./disc-rule-words.ts";
import { listed, seatNoun } from "./nouns.ts";
import { optionWords } from "./option-words.ts";

/** Ticks after which the match ends (canon section 10). */
const LAST_TICK = 13;

const RULING = {
  flood: "The flood rules: nothing is collected from the racks.",
  invasion: "The invasion rules: each collecting loses one more skull of the rack.",
} as const;

/** How near the end is, who keeps the count, what rules. */
export function Apocalypse({ table }: { table: Table }) {
  const { apocalypse, options } = table;
  const rules = discRuleWords(table);
  const { state, count, ruling } = apocalypse;
  return (
    <section className="panel apocalypse" data-state={state} aria-labelledby="apocalypse">
      <h2 id="apocalypse">Apocalypse</h2>
      {state === "none" ? (
        <p>Not yet: it begins {optionWords("apocalypseTrigger").value?.(options.apocalypseTrigger)}.</p>
      ) : (
        <>
          <p>
            <progress max={LAST_TICK} value={count} aria-label="Count of the apocalypse" /> {count} of{" "}
            {LAST_TICK}
            {count === LAST_TICK - 1
              ? `: the last ${options.countdown === "keeper" ? "round" : "turn"}`
              : null}
          </p>
          <p>{cause(apocalypse)}</p>
          {rules.length === 0 ? null : <p>From now on, {listed(rules)}.</p>}
          <p>{ruling === null ? "Forestalled: the offerings were even." : RULING[ruling]}</p>
        </>
      )}
    </section>
  );
}

function cause({ keeper, discs }: Table["apocalypse"]): string {
  const keeping = keeper === null ? "Every turn counts" : `${seatNoun(keeper)} keeps the count`;
  return discs.length === 0 ? `${keeping}.` : `${keeping}. It came by the disc of ${listed(discs)}.`;
}
