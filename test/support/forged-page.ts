import type { Page } from "playwright-core";

/**
 * Changes what a page gets from its server after its next reload: these texts become others of the same length, in HTTP responses and
 * WebSocket messages.
 */
export async function forgeTraffic(page: Page, texts: ReadonlyMap<string, string>): Promise<void> {
  await page.route(/\/api\//, async (route) => {
    // The server may close a connection just when it is used again; a browser repeats that by itself.
    const response = await route.fetch({ maxRetries: 3 });
    let body = await response.text();
    for (const [said, other] of texts) body = body.replaceAll(said, other);
    await route.fulfill({ response, body });
  });
  await page.addInitScript(
    (replaced) => {
      const real = Object.getOwnPropertyDescriptor(MessageEvent.prototype, "data");
      // A character for each byte, so that a frame stays as it was around the texts.
      const forge = (data: ArrayBuffer): ArrayBuffer => {
        let frame = Array.from(new Uint8Array(data), (byte) => String.fromCharCode(byte)).join("");
        for (const [said, other] of replaced) frame = frame.replaceAll(said, other);
        return Uint8Array.from(frame, (character) => character.charCodeAt(0)).buffer;
      };
      Object.defineProperty(MessageEvent.prototype, "data", {
        get(this: MessageEvent) {
          const data: unknown = real?.get?.call(this);
          return data instanceof ArrayBuffer ? forge(data) : data;
        },
      });
    },
    [...texts],
  );
}
