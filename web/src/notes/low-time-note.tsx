import type { GameName, Match } from "@flower-war/client-sdk";
import { Notice } from "../design/parts/notice.tsx";
import { i18n } from "../texts/index.ts";
import { useServerTime } from "./use-server-time.ts";
import { isPlayedForViewer } from "../game-frame/use-scene.ts";

/** Says that the viewer's time is almost over. */
export function LowTimeNote<G extends GameName>({ match }: { readonly match: Match<G> }) {
  const { clock, seat } = match;
  const own = seat === null ? undefined : clock?.seats.get(seat);
  const runs = own !== undefined && own.deadline !== null;
  const now = useServerTime(() => match.serverTime, runs);
  if (clock === null || own === undefined || own.deadline === null) return null;
  if (match.status === "over" || isPlayedForViewer(match)) return null;
  if (own.deadline - now > clock.rules.warning) return null;
  return (
    <Notice level={null} tone="lit" title={i18n._("Your time is almost over")}>
      <p role="status">{i18n._("Then the server plays for you.")}</p>
    </Notice>
  );
}
