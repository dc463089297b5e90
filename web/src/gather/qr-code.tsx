import { create } from "qrcode";
import { i18n } from "../texts/index.ts";

/** Modules of quiet border around the code. */
const BORDER = 3;

/** A text as a QR code. The text itself must stand beside it. */
export function QrCode({ text }: { readonly text: string }) {
  const { modules } = create(text, { errorCorrectionLevel: "M" });
  const { size } = modules;
  const dark = Array.from({ length: size * size }, (_, i) => i).filter((i) => modules.data[i] === 1);
  const path = dark.map((i) => `M${i % size} ${Math.floor(i / size)}h1v1h-1z`).join("");
  const side = size + 2 * BORDER;
  return (
    <svg
      viewBox={`${-BORDER} ${-BORDER} ${side} ${side}`}
      role="img"
      aria-label={i18n._("QR code of the link")}
      shapeRendering="crispEdges"
    >
      <rect x={-BORDER} y={-BORDER} width={side} height={side} fill="#fffaf0" />
      <path d={path} fill="#2b1a12" />
    </svg>
  );
}
