import { Button } from "../../design/parts/button.tsx";
import { drawnScene } from "../../game-frame/scene.ts";
import { i18n } from "../../texts/index.ts";
import { BattleResult } from "./battle/battle-result.tsx";
import { BattleWindow } from "./battle/battle-window.tsx";
import { ownBattle } from "./battle/battle-words.ts";
import { Inspector } from "./hand/inspector.tsx";
import { KeysHelp } from "./questions/keys-help.tsx";
import { NewsWindow } from "./news/news-window.tsx";
import { Questions } from "./questions/questions.tsx";
import type { FlowerWarScene } from "./scene.ts";
import { canUse, type Handling } from "./table-state.ts";
import type { Windows } from "./use-windows.ts";

interface Props {
  readonly scene: FlowerWarScene;
  readonly handling: Handling;
  readonly windows: Windows;
  readonly serverTime: () => number;
}

/** The windows over the table: a battle and its result, a card to read, a question, the keys. */
export function TableWindows(props: Props) {
  const { scene, handling, windows } = props;
  const battle = ownBattle(scene.view);
  // The pawn arrives before the window opens.
  const isDrawn = drawnScene(scene).view.table.battle !== null;
  const { spaces, seats, gods } = handling.targets;
  // What is chosen on the board must not be covered.
  const choosesOnBoard = spaces.size + seats.size + gods.size > 0;
  return (
    <>
      {battle !== null && isDrawn && windows.battle ? (
        <BattleWindow
          {...props}
          battle={battle}
          onBattle={() => windows.show({ battle: true })}
          onClose={() => windows.show({ battle: false })}
        />
      ) : null}
      {windows.result === null ? null : (
        <BattleResult scene={scene} result={windows.result} onClose={() => windows.show({ result: null })} />
      )}
      <NewsWindow
        scene={scene}
        news={choosesOnBoard ? null : (windows.news[0] ?? null)}
        onClose={() => windows.show({ news: windows.news.slice(1) })}
      />
      <Questions scene={scene} handling={handling} />
      <Reading {...props} />
      {windows.help ? (
        <KeysHelp scene={scene} handling={handling} onClose={() => windows.show({ help: false })} />
      ) : null}
    </>
  );
}

function Reading({ scene, handling }: Props) {
  const { reading } = handling;
  if (reading === null) return null;
  const { hand } = scene.view;
  const place = hand.findIndex(({ id }) => id === reading.id);
  const step = (places: 1 | -1) => {
    const next = hand[(place + places + hand.length) % hand.length];
    if (next !== undefined) handling.point({ reading: next });
  };
  return (
    <Inspector
      scene={scene}
      card={reading.card}
      actions={<ReadingActions scene={scene} handling={handling} id={place === -1 ? null : reading.id} />}
      {...(place !== -1 && hand.length > 1 && { onStep: step })}
      onClose={() => handling.point({ reading: null })}
    />
  );
}

/** Play and discard for the card that is read. Both lead to the action panel, which asks for targets. */
function ReadingActions({
  scene,
  handling,
  id,
}: {
  scene: FlowerWarScene;
  handling: Handling;
  id: string | null;
}) {
  if (id === null) return null;
  const discard = scene.legal.some((command) => command.type === "discard" && command.card === id);
  const usable = canUse(scene.legal, id);
  return (
    <>
      <Button
        tone="rain"
        aria-disabled={!usable}
        onClick={() => {
          if (usable) handling.point({ card: id, pick: {}, reading: null });
        }}
      >
        {i18n._("Use it")}
      </Button>
      {discard ? (
        <Button onClick={() => handling.point({ card: id, reading: null, question: "discard" })}>
          {i18n._("Discard")}
        </Button>
      ) : null}
    </>
  );
}
