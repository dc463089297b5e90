import { Refusal } from "@flower-war/client-sdk";
import { sceneOf } from "../games/flower-war/gallery-scenes.ts";
import type { FlowerWarScene } from "../games/flower-war/scene.ts";
import { loadTexts } from "../games/flower-war/texts.ts";
import type { Exhibit } from "../gallery/gallery.tsx";
import { PartPage } from "../gallery/part-page.tsx";
import { preferredLanguage } from "../texts/index.ts";
import { PhysicalTemple } from "./physical-temple.tsx";
import styles from "./temple-panel.module.css";
import type { SeatTemple } from "./temple-state.ts";
import { VirtualTemple } from "./virtual-temple.tsx";

await loadTexts(preferredLanguage());

const NONE: SeatTemple = { temple: "", templeOnline: false, fixH: 0, fixT: 0 };
const JOINED: SeatTemple = { ...NONE, temple: "sun-temple", templeOnline: true };

const exhibits: readonly Exhibit[] = [
  { name: "temple-free", render: () => temples(sceneOf("offer"), NONE) },
  { name: "temple-joined", render: () => temples(sceneOf("offer"), JOINED) },
  { name: "temple-owing", render: () => temples(sceneOf("roll"), { ...JOINED, fixT: -1 }) },
  { name: "temple-silent", render: () => temples(sceneOf("waiting"), { ...JOINED, templeOnline: false }) },
  {
    name: "temple-reconnecting",
    render: () => temples(sceneOf("offer", { connection: "reconnecting" }), JOINED),
  },
];
export default exhibits;

function temples(scene: FlowerWarScene, own: SeatTemple) {
  return (
    <PartPage title="Temple">
      <div className={styles.temples}>
        <VirtualTemple scene={scene} play={() => Promise.resolve()} />
        <PhysicalTemple
          own={own}
          pair={() =>
            Promise.reject(new Refusal({ code: "temple-elsewhere", message: "it is bound to another match" }))
          }
          unpair={() => Promise.resolve()}
        />
      </div>
    </PartPage>
  );
}
