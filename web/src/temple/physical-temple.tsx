import { Refusal } from "@flower-war/client-sdk";
import { Drawing } from "../art/drawing.tsx";
import { Button } from "../design/parts/button.tsx";
import { Panel } from "../design/parts/panel.tsx";
import { Dot, Pill } from "../design/parts/pill.tsx";
import { Debts } from "../match/notes/debt-note.tsx";
import { RefusalNote } from "../session/refusal-note.tsx";
import { useAction } from "../session/use-action.ts";
import { i18n } from "../texts/index.ts";
import { PairForm } from "./pair-form.tsx";
import styles from "./physical-temple.module.css";
import { type SeatTemple, type TempleState, templeStateOf } from "./temple-state.ts";
import { describeState } from "./temple-words.ts";

interface Props {
  readonly own: SeatTemple;
  /** Makes the seat local to the temple that shows a code. */
  readonly pair: (code: string) => Promise<void>;
  readonly unpair: () => Promise<void>;
}

/** The temple of wood and stone beside the viewer, or how they get one. */
export function PhysicalTemple({ own, pair, unpair }: Props) {
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
        <PairForm busy={action.busy} onPair={(code) => action.run(() => pair(code))} />
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

function describePaired(temple: string, state: TempleState): string {
  return state === "offline"
    ? i18n._(
        "{temple} does not answer. Offer on the screen: beads that fall into it are counted when it is back.",
        { temple },
      )
    : i18n._("Beads dropped into {temple} are your offerings. It is online.", { temple });
}
