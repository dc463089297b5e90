import type { CDPSession, Page } from "playwright-core";

/** A device, in Chromium's debugger, that creates and uses passkeys without asking. */
export interface Authenticator {
  readonly session: CDPSession;
  readonly authenticatorId: string;
}

/** Gives a page such a device (https://chromedevtools.github.io/devtools-protocol/tot/WebAuthn/). */
export async function addAuthenticator(page: Page): Promise<Authenticator> {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { session, authenticatorId };
}

/** Makes an account on the page `/player`: saves a name, adds the first passkey, and returns the recovery codes. */
export async function register(page: Page, name: string): Promise<string[]> {
  const press = (button: string) => page.getByRole("button", { name: button }).click();
  await page.getByRole("textbox", { name: "Your name" }).fill(name);
  await press("Save");
  await page.getByText("Saved.").waitFor();
  await press("Add a passkey");
  await page.getByRole("heading", { name: "Your recovery codes" }).waitFor();
  const codes = await page.locator("ol code").allInnerTexts();
  await press("I have them");
  return codes;
}
