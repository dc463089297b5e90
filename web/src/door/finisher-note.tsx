import type { Refusal } from "@flower-war/client-sdk";
import type { Profile } from "@flower-war/client-sdk/players";
import { host } from "../session/host.ts";
import { useAnswer } from "../session/use-answer.ts";
import { i18n } from "../texts/index.ts";

/** How many of so many matches the viewer finished. */
type Finishes = NonNullable<Refusal["finishes"]>;

/** Says before a press whether the viewer may sit down where only finishers may. Nothing while that is not known. */
export function FinisherNote() {
  const { answer } = useAnswer("my finishes", findMine);
  if (answer === null) return null;
  return <p role="status">{answer.mine === undefined ? describeFinishers() : describe(answer.mine)}</p>;
}

/** Why the viewer may not sit down where only finishers may. @param mine missing: they have no account */
export function describeFinishers(mine?: Finishes): string {
  if (mine === undefined)
    return i18n._(
      "Only players with an account who finish their matches sit down here. Make one on your player page, or watch.",
    );
  const { finished, of } = mine;
  return i18n._(
    "You finished {finished} of your last {of} matches. Here it takes 80 %: watch, or choose another table.",
    {
      finished,
      of,
    },
  );
}

/** As the viewer's profile has it. */
type Mine = NonNullable<Profile["reputation"]["recent"]>;

function describe(mine: Mine): string {
  const { finished, of, finisher } = mine;
  if (!finisher) return describeFinishers(mine);
  return i18n._("You finished {finished} of your last {of} matches: you may sit down.", { finished, of });
}

/** `mine` is missing for a guest; `null`: an older server does not say. */
async function findMine(): Promise<{ readonly mine?: Mine } | null> {
  const player = await (await host.identity()).stored();
  if (player?.kind !== "account") return {};
  const { recent } = (await host.profile(player.id)).reputation;
  return recent === undefined ? null : { mine: recent };
}
