import type { Notices } from "@flower-war/client-sdk/players";
import type { PartTexts } from "../refusals/refusal-texts.ts";
import { host } from "../session/host.ts";
import { RefusalNote } from "../session/refusal-note.tsx";
import { type Asked, useAnswer } from "../session/use-answer.ts";
import { i18n } from "../texts/index.ts";
import { findSubscription } from "./push.ts";

/** How the viewer is told that it is their turn. */
export interface Told {
  /** `null`: the server does not know the viewer yet. */
  readonly notices: Notices | null;
  /** Whether this browser shows notices to the viewer. */
  readonly here: boolean;
}

/** How the viewer is told that it is their turn, as server and browser say. */
export const useNotices = (): Asked<Told> => useAnswer("notices", find);

async function find(): Promise<Told> {
  const identity = await host.identity();
  if ((await identity.stored()) === null) return { notices: null, here: false };
  const [notices, subscription] = await Promise.all([identity.notices(), findSubscription()]);
  const endpoint = subscription?.endpoint;
  const here = notices.push?.subscriptions.some((known) => known.endpoint === endpoint) ?? false;
  return { notices, here };
}

/** What is refused about notices. */
const TEXTS: PartTexts<"notices"> = {
  "bad-token": () => i18n._("The server does not know you any more. Reload the page."),
  "proof-required": () => i18n._("You did not confirm that it is you, so nothing has changed."),
  "no-push": () => i18n._("This server sends no notices to browsers."),
  "bad-push": () => i18n._("This server does not know the push service of this browser."),
  "unknown-push": () => i18n._("This browser shows no notices any more. Reload the page."),
  "too-many-pushes": () => i18n._("Too many requests from here. Wait a moment."),
  "no-mail": () => i18n._("This server sends no e-mails."),
  "bad-mail": () => i18n._("This is not an e-mail address, or it receives no e-mails."),
  "bad-mail-token": () => i18n._("This link is too old, or the address was removed or replaced."),
  "too-many-mails": () => i18n._("Too many e-mails were asked for. Wait before you try again."),
};

/** Says why something about notices was refused, or what the browser threw. @param error `null`: nothing */
export function NoticesNote({ error }: { readonly error: unknown }) {
  return <RefusalNote error={error} texts={TEXTS} />;
}
