import { lazyPart } from "../texts/lazy-part.tsx";

/** A QR code; how to draw one is loaded when the first is shown. */
export const QrCode = lazyPart(async () => (await import("./qr-code.tsx")).QrCode, "gather");
