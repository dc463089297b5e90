import { Button } from "../../design/parts/button.tsx";
import { reachedView } from "../../game-frame/scene.ts";
import { i18n } from "../../texts/index.ts";
import { Inspector } from "./cards/inspector.tsx";
import { KeysHelp } from "./keys-help.tsx";
import { Reveal } from "./reveal/reveal.tsx";
import { useReveal } from "./reveal/use-reveal.ts";
import type { SpaceAztecsScene } from "./scene.ts";
import type { Handling } from "./table-state.ts";

interface Props {
  readonly scene: SpaceAztecsScene;
  readonly handling: Handling;
}

/** The windows over the table: the called times, a card to read, the keys. */
export function TableWindows({ scene, handling }: Props) {
  const revealing = useReveal({ ...scene, view: reachedView(scene) });
  const { reading, help, point } = handling;
  return (
    <>
      {revealing.reveal !== null ? (
        <Reveal scene={scene} reveal={revealing.reveal} from={revealing.from} onClose={revealing.close} />
      ) : null}
      {reading === null ? null : (
        <Inspector
          scene={scene}
          card={reading}
          actions={<ReadingAction scene={scene} handling={handling} card={reading} />}
          onClose={() => point({ reading: null })}
        />
      )}
      {help ? <KeysHelp scene={scene} handling={handling} onClose={() => point({ help: false })} /> : null}
    </>
  );
}

/** Sends the card that is read, if it can be chosen now. */
function ReadingAction({ scene, handling, card }: Props & { card: string }) {
  const command = scene.legal.find((each) => each.type === "choose" && each.card === card);
  if (command === undefined) return null;
  return (
    <Button tone="gold" aria-disabled={handling.busy} onClick={() => handling.send(command)}>
      {i18n._("Set it aside, for good")}
    </Button>
  );
}
