import type { GameName, Match } from "@flower-war/client-sdk";
import { Button } from "../design/parts/button.tsx";
import { Notice } from "../design/parts/notice.tsx";
import { nameAt } from "../session/bot.tsx";
import { RefusalNote } from "../session/refusal-note.tsx";
import { SeatSign } from "../session/seat-sign.tsx";
import { useAction } from "../session/use-action.ts";
import { i18n } from "../texts/index.ts";

/** The spectators who ask the viewer, the host, for a bot's seat. */
export function OpenAsks<G extends GameName>({ match }: { readonly match: Match<G> }) {
  const action = useAction();
  return match.asks.map((ask) => (
    <Notice
      key={ask.id}
      level={null}
      tone="lit"
      picture={<SeatSign seat={ask.seat} />}
      title={i18n._("{name} asks for the seat of {bot}", { name: ask.name, bot: nameAt(match, ask.seat) })}
      actions={
        <>
          <Button
            tone="gold"
            aria-disabled={action.busy}
            onClick={() => action.run(() => match.answerAsk(ask, true))}
          >
            {i18n._("Give it")}
          </Button>
          <Button aria-disabled={action.busy} onClick={() => action.run(() => match.answerAsk(ask, false))}>
            {i18n._("Not now")}
          </Button>
        </>
      }
    >
      <p>{i18n._("They play on where the bot stands, with what it holds.")}</p>
      <RefusalNote error={action.error} />
    </Notice>
  ));
}
