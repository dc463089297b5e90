import { Refusal } from "@flower-war/client-sdk";
import { Drawing } from "../art/drawing.tsx";
import { Button } from "../design/parts/button.tsx";
import { Panel } from "../design/parts/panel.tsx";
import { Dot, Pill } from "../design/parts/pill.tsx";
import { Debts } from "../notes/debt-note.tsx";
import { RefusalNote } from "../session/refusal-note.tsx";
import { type Action, useAction } from "../session/use-action.ts";
import { i18n } from "../texts/index.ts";
import { NearbyTemples } from "./nearby-temples.tsx";
import { PairForm } from "./pair-form.tsx";
import styles from "./physical-temple.module.css";
import { type SeatTemple, type TempleState, templeStateOf } from "./temple-state.ts";
import { describeState } from "./temple-words.ts";
import { type NearbyPorts, useNearby } from "./use-nearby.ts";

interface Props {
  readonly own: SeatTemple;
  /** Makes the seat local to the temple that shows a code. */
  readonly pair: (code: string) => Promise<void>;
  /** Makes it local to a temple nearby. */
  readonly nearby: NearbyPorts;
  readonly unpair: () => Promise<void>;
}

/** The temple of wood and stone beside the viewer, or how they get one. */
export function PhysicalTemple({ own, pair, nearby, unpair }: Props) {
  const action = useAction();
  const refused = action.error instanceof Refusal ? action.error.code : null;
  const state = templeStateOf(own, action.busy, refused);
  return (
    <Panel title={i18n._("Of wood and stone")} className={styles.temple}>
      <div className={`${styles.head} ${state === "offline" ? styles.offline : ""}`}>
        <Drawing sheet="marks" id="temple" className={styles.picture} />
        <div>
          {own.temple === "" ? null : <strong>{own.temple}</strong>}
          <Pill tone={state === "paired" ? "live" : "plain"}>
            {state === "paired" || state === "offline" ? (
              <Dot kind={state === "paired" ? "on" : "off"} />
            ) : null}
            {describeState(state)}
          </Pill>
        </div>
      </div>
      <Debts fixH={own.fixH} fixT={own.fixT} />
      {own.temple === "" ? (
        <Unpaired own={own} nearby={nearby} action={action} pair={pair} />
      ) : (
        <>
          <p>{describePaired(own.temple, state)}</p>
          <Button aria-disabled={action.busy} onClick={() => action.run(unpair)}>
            {i18n._("Unpair")}
          </Button>
        </>
      )}
      <RefusalNote error={action.error} />
    </Panel>
  );
}

/** Two ways to get one: by its button, where the host offers that, and by its code. */
function Unpaired({ own, nearby: ports, action, pair }: Omit<Props, "unpair"> & { readonly action: Action }) {
  const nearby = useNearby(ports, action);
  return (
    <>
      {nearby.temples === null ? null : (
        <NearbyTemples
          nearby={nearby}
          temples={nearby.temples}
          lastUsed={ports.lastUsed}
          name={own.name}
          busy={action.busy}
        />
      )}
      {nearby.temples === null ? null : <h3 className={styles.or}>{i18n._("Or its code")}</h3>}
      <PairForm busy={action.busy} onPair={(code) => action.run(() => pair(code))} />
    </>
  );
}

function describePaired(temple: string, state: TempleState): string {
  return state === "offline"
    ? i18n._(
        "{temple} does not answer. Offer on the screen: beads that fall into it are counted when it is back.",
        { temple },
      )
    : i18n._("Beads dropped into {temple} are your offerings. It is online.", { temple });
}
