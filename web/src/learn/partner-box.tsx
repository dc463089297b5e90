import { eventSentences } from "@flower-war/client-sdk/flower-war";
import type { FlowerWarScene } from "../games/flower-war/texts.ts";
import { readerFor, say, texts } from "../games/flower-war/texts.ts";
import type { Frame } from "./script.ts";
import { SpeechBox } from "./speech-box.tsx";

interface Props {
  readonly frame: Frame;
  readonly scene: FlowerWarScene;
}

/** What happens at a moment in which the learner has nothing to do, in the words of the match's log. */
export function PartnerBox({ frame, scene }: Props) {
  const reader = readerFor(scene);
  const { options } = scene.view.table;
  const sentences = frame.events.flatMap((event) => eventSentences(event, texts(), reader, options).map(say));
  return (
    <SpeechBox>
      <p role="status">{sentences.join(" ")}</p>
    </SpeechBox>
  );
}
