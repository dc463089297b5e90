import type { AskBrowser } from "@flower-war/client-sdk";
import { i18n } from "../texts/index.ts";

const library = () => import("@simplewebauthn/browser");

/** Lets the browser create a passkey. */
export const createPasskey: AskBrowser = async (optionsJSON) =>
  (await library()).startRegistration({ optionsJSON });

/** Lets the browser prove that it has a passkey of this site. */
export const provePasskey: AskBrowser = async (optionsJSON) =>
  (await library()).startAuthentication({ optionsJSON });

/** Why this browser has no passkeys here, and what to do about it; `null`: it has. */
export function whyNoPasskeys(): string | null {
  if (!window.isSecureContext) {
    return i18n._(
      "Browsers have passkeys only for addresses that begin with https://, and for localhost. This page has neither: whoever runs the server can set up HTTPS. Until then you are a guest of this browser.",
    );
  }
  if (/^[\d.]+$|^\[/.test(location.hostname)) {
    return i18n._(
      "Browsers have passkeys only for addresses with a name, and this one is a number. On the server's own machine, localhost is such a name.",
    );
  }
  if (typeof window.PublicKeyCredential !== "function") {
    return i18n._("This browser has no passkeys. A newer one does.");
  }
  return null;
}

/** Says why the browser gave no passkey; `null`: something else went wrong. */
export function describePasskeyError(error: unknown): string | null {
  switch (error instanceof Error ? error.name : "") {
    case "NotAllowedError":
    case "AbortError":
      return i18n._("The browser gave no passkey: it was cancelled, or took too long.");
    case "InvalidStateError":
      return i18n._("This device has a passkey of yours already.");
    case "SecurityError":
      return i18n._("The browser allows no passkeys at this address.");
    default:
      return null;
  }
}
