import { lazy } from "react";

/** A QR code; how to draw one is loaded when the first is shown. */
export const QrCode = lazy(async () => ({ default: (await import("./qr-code.tsx")).QrCode }));
