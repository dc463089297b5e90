import type { Table } from "@flower-war/client-sdk/flower-war";
import { listed, seatNoun } from "./nouns.ts";

/** Ticks after which the match ends (canon section 10). */
const LAST_TICK = 13;

const RULING = {
  flood: "The flood rules: nothing is collected from the racks.",
  invasion: "The invasion rules: each collecting loses one more skull of the rack.",
} as const;

const TRIGGERS: { readonly [T in Table["options"]["apocalypseTrigger"]]: string } = {
  1: "when a disc leaves the board",
  2: "when two discs are off the board",
  3: "when three discs are off the board",
  260: "with the 260th offering, or when no disc is left on the board",
};

/** How near the end is, who keeps the count, what rules. */
export function Apocalypse({ table: { apocalypse, options } }: { table: Table }) {
  const { state, count, ruling } = apocalypse;
  return (
    <section className="panel apocalypse" data-state={state} aria-labelledby="apocalypse">
      <h2 id="apocalypse">Apocalypse</h2>
      {state === "none" ? (
        <p>Not yet: it begins {TRIGGERS[options.apocalypseTrigger]}.</p>
      ) : (
        <>
          <p>
            <progress max={LAST_TICK} value={count} aria-label="Count of the apocalypse" /> {count} of{" "}
            {LAST_TICK}
            {count === LAST_TICK - 1 ? ": the last round" : null}
          </p>
          <p>{cause(apocalypse)}</p>
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
