import { type GameName, type Match, Refusal } from "@flower-war/client-sdk";
import { useState } from "react";
import { lastUsedTemples, rememberTemple } from "./last-used.ts";
import { Drawing } from "../art/drawing.tsx";
import { Button } from "../design/parts/button.tsx";
import { Panel } from "../design/parts/panel.tsx";
import { Dot, Pill } from "../design/parts/pill.tsx";
import { OpenDebts } from "../notes/open/open-notes.tsx";
import { RefusalNote } from "../session/refusal-note.tsx";
import { type Action, useAction } from "../session/use-action.ts";
import { i18n } from "../texts/index.ts";
import { type NearbyPorts, NearbyTemples, useNearby } from "./nearby-temples.tsx";
import styles from "./physical-temple.module.css";
import { describeState, type SeatTemple, type TempleState, templeStateOf } from "./temple-words.ts";
import { Field, Form } from "../design/parts/field.tsx";

/** The temple of wood and stone of the viewer's seat, or how they get one. */
export function OwnTemple<G extends GameName>({ match }: { readonly match: Match<G> }) {
  const [lastUsed, setLastUsed] = useState(lastUsedTemples);
  const remember = (templeId: string) => {
    rememberTemple(templeId, Date.now());
    setLastUsed(lastUsedTemples());
  };
  const own = match.seats.find(({ seat }) => seat === match.seat);
  if (own === undefined) return null;
  return (
    <PhysicalTemple
      own={own}
      pair={async (code) => {
        remember((await match.pairTemple(code)).templeId);
      }}
      nearby={{
        list: () => match.nearbyTemples(),
        pair: async (templeId, options) => {
          await match.pairNearby(templeId, options);
          remember(templeId);
        },
        lastUsed,
      }}
      unpair={() => match.unpairTemple()}
    />
  );
}

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
      <div role="alert" className={styles.debts}>
        <OpenDebts fixH={own.fixH} fixT={own.fixT} />
      </div>
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

interface PairFormProps {
  readonly busy: boolean;
  readonly onPair: (code: string) => void;
}

/** Asks for the code that a temple shows. A pasted one may have spaces and small letters. */
function PairForm({ busy, onPair }: PairFormProps) {
  const [code, setCode] = useState("");
  return (
    <Form
      className={styles.form}
      aria-busy={busy}
      onSubmit={() => onPair(code.replaceAll(/\s/g, "").toUpperCase())}
    >
      <p>{i18n._("Beads that you drop into a temple of wood and stone become your offerings here.")}</p>
      <Field
        label={i18n._("Code that the temple shows")}
        className={styles.code ?? ""}
        value={code}
        required
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        onChange={setCode}
      />
      <Button type="submit" tone="go" aria-disabled={busy}>
        {i18n._("Pair")}
      </Button>
      <ul className={styles.help}>
        <li>{i18n._("No code? Press the temple's pair button.")}</li>
        <li>{i18n._("Is it blank? Press any of its buttons to wake it.")}</li>
      </ul>
    </Form>
  );
}
