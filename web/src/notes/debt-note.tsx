import type { GameName, Match } from "@flower-war/client-sdk";
import { Drawing } from "../art/drawing.tsx";
import { Notice } from "../design/parts/notice.tsx";
import { i18n } from "../texts/index.ts";
import styles from "./notes.module.css";

/** What the temple of the viewer's seat owes. */
export function DebtNote<G extends GameName>({ match }: { readonly match: Match<G> }) {
  const own = match.seats.find(({ seat }) => seat === match.seat);
  return <Debts fixH={own?.fixH ?? 0} fixT={own?.fixT ?? 0} />;
}

/** Beads that were refused and still lie in the lake of a temple (temple protocol J-12), as numbers below 0. */
export function Debts({ fixH, fixT }: { readonly fixH: number; readonly fixT: number }) {
  const debts = [
    { god: "Huitzilopochtli", sign: "huitzilopochtli", fix: fixH },
    { god: "Tlaloc", sign: "tlaloc", fix: fixT },
  ].filter(({ fix }) => fix < 0);
  return (
    <div role="alert" className={styles.list}>
      {debts.map(({ god, sign, fix }) => (
        <Notice
          key={god}
          level={null}
          tone="lit"
          picture={<Drawing sheet="marks" id={`shrine-${sign}`} />}
          title={i18n._("Take {count} from {god}'s half of the lake", { count: -fix, god })}
        >
          {i18n._("Then press the temple's confirm button. It was not time to offer.")}
        </Notice>
      ))}
    </div>
  );
}
