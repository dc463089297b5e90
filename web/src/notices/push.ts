import type { Notices } from "@flower-war/client-sdk/players";
import { host } from "../session/host.ts";
import { currentLanguage, i18n } from "../texts/index.ts";

/** Why this browser shows no notices here, and what to do about it; `null`: it can. */
export function whyNoPush(): string | null {
  if (!window.isSecureContext) {
    return i18n._(
      "Browsers show notices only for addresses that begin with https://, and for localhost. This page has neither: whoever runs the server can set up HTTPS.",
    );
  }
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) {
    return i18n._(
      "This browser shows no notices here. On an iPhone or iPad, add the page to the Home Screen and open it there.",
    );
  }
  if (Notification.permission === "denied") {
    return i18n._("This browser may show no notices of this page. Allow them in its settings for this site.");
  }
  return null;
}

/** Returns this browser's subscription; `null`: it has none. */
export async function findSubscription(): Promise<PushSubscription | null> {
  if (whyNoPush() !== null) return null;
  const registration = await navigator.serviceWorker.getRegistration();
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/**
 * Lets this browser show notices to its player, after its user has allowed that. Call it on a click: browsers ask at no other time.
 * Rejects with a `Refusal`, or with what the browser throws.
 * @returns `null`: the user has not allowed it, or the server sends none
 */
export async function tellHere(): Promise<Notices | null> {
  if ((await Notification.requestPermission()) !== "granted") return null;
  const identity = await host.identity();
  await identity.player();
  const { push } = await identity.notices();
  if (push === null) return null;
  const { endpoint, keys } = (await subscribe(push.key)).toJSON();
  const { p256dh = "", auth = "" } = keys ?? {};
  const subscription = { endpoint: endpoint ?? "", keys: { p256dh, auth } };
  return identity.addPush({ subscription, language: currentLanguage() });
}

/** Lets this browser show no more notices. */
export async function tellHereNoMore(): Promise<void> {
  const subscription = await findSubscription();
  if (subscription === null) return;
  const identity = await host.identity();
  const { push } = await identity.notices();
  const known = push?.subscriptions.find(({ endpoint }) => endpoint === subscription.endpoint);
  if (known !== undefined) await identity.removePush(known.id);
  await subscription.unsubscribe();
}

/** @param key the server's: a subscription for another one, which it had before, is of no use */
async function subscribe(key: string): Promise<PushSubscription> {
  const { pushManager } = await navigator.serviceWorker.ready;
  const before = await pushManager.getSubscription();
  if (before !== null && keyOf(before) === key) return before;
  await before?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

/** Returns the server's key that a subscription is for, base64url. */
function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer());
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}
