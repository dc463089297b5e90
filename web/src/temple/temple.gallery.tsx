import { Refusal } from "@flower-war/client-sdk";
import { sceneOf } from "../games/flower-war/scenes.gallery.ts";
import { type FlowerWarScene, loadTexts } from "../games/flower-war/texts.ts";
import type { Exhibit } from "../gallery/gallery.tsx";
import { PartPage } from "../gallery/parts.tsx";
import { Panel } from "../design/parts/panel.tsx";
import { i18n, preferredLanguage } from "../texts/index.ts";
import { type NearbyPorts, NearbyTemples } from "./nearby-temples.tsx";
import panelStyles from "./physical-temple.module.css";
import { PhysicalTemple } from "./physical-temple.tsx";
import styles from "./temple-panel.module.css";
import type { SeatTemple } from "./temple-words.ts";
import { VirtualTemple } from "./virtual-temple.tsx";

await loadTexts(preferredLanguage());

const NONE: SeatTemple = { name: "Citlali", temple: "", templeOnline: false, fixH: 0, fixT: 0 };
const JOINED: SeatTemple = { ...NONE, temple: "sun-temple", templeOnline: true };

const YESTERDAY = Date.now() - 24 * 60 * 60 * 1000;
const NOT_OFFERED: NearbyPorts = {
  list: () => Promise.resolve(null),
  pair: () => Promise.resolve(),
  lastUsed: new Map(),
};
const TEMPLES = [
  { templeId: "library", elsewhere: true },
  { templeId: "school-3", elsewhere: false },
  { templeId: "sun-temple", elsewhere: false },
];
const LAST_USED = new Map([["sun-temple", YESTERDAY]]);
const NEARBY: NearbyPorts = {
  ...NOT_OFFERED,
  list: () => Promise.resolve(TEMPLES),
  lastUsed: LAST_USED,
};

const exhibits: readonly Exhibit[] = [
  { name: "temple-free", render: () => temples(sceneOf("offer"), NONE) },
  { name: "temple-nearby", render: () => temples(sceneOf("offer"), NONE, NEARBY) },
  { name: "temple-asked", render: () => asked() },
  { name: "temple-joined", render: () => temples(sceneOf("offer"), JOINED) },
  { name: "temple-owing", render: () => temples(sceneOf("roll"), { ...JOINED, fixT: -1 }) },
  { name: "temple-silent", render: () => temples(sceneOf("waiting"), { ...JOINED, templeOnline: false }) },
  {
    name: "temple-reconnecting",
    render: () => temples(sceneOf("offer", { connection: "reconnecting" }), JOINED),
  },
];
export default exhibits;

/** A temple nearby that shows the viewer's name for 18 s more. */
function asked() {
  const now = performance.now();
  const ports = {
    asked: { templeId: "sun-temple", from: now - 12_000, until: now + 18_000 },
    choose: () => {},
    stop: () => {},
  };
  return (
    <PartPage title="Temple">
      <Panel title={i18n._("Of wood and stone")} className={panelStyles.temple}>
        <NearbyTemples nearby={ports} temples={TEMPLES} lastUsed={LAST_USED} name="Citlali" busy />
      </Panel>
    </PartPage>
  );
}

function temples(scene: FlowerWarScene, own: SeatTemple, nearby = NOT_OFFERED) {
  return (
    <PartPage title="Temple">
      <div className={styles.temples}>
        <VirtualTemple scene={scene} play={() => Promise.resolve()} />
        <PhysicalTemple
          own={own}
          nearby={nearby}
          pair={() =>
            Promise.reject(new Refusal({ code: "temple-elsewhere", message: "it is bound to another match" }))
          }
          unpair={() => Promise.resolve()}
        />
      </div>
    </PartPage>
  );
}
