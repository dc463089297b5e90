import { createRoot } from "react-dom/client";
import { Refusal } from "@flower-war/client-sdk";
import { host } from "../session/host.ts";
import { activateLanguage, addTexts, preferredLanguage } from "../texts/index.ts";
import { PARTS } from "../texts/parts.ts";
import { Gallery } from "./gallery.tsx";
import "../design/index.css";

/**
 * Every state of every part, for development and for pictures that tests compare: `npm run gallery -w web`. In the address
 * `theme=dark` and `theme=light` choose the colours, `texts=longest` shows the longest translation of each text.
 */
const root = document.getElementById("root");
if (root === null) throw new Error("gallery.html has no #root");
const theme = new URLSearchParams(location.search).get("theme");
if (theme !== null) document.documentElement.dataset.theme = theme;
// The gallery has no server that could answer.
host.findAddress = () => Promise.resolve(null);
host.announcement = () => Promise.resolve(null);
host.listGames = () => Promise.reject(new Refusal({ code: "unreachable", message: "" }));
const language = preferredLanguage();
if (new URLSearchParams(location.search).get("texts") === "longest") {
  await (await import("./longest-texts.ts")).speakLongest(language);
} else {
  await Promise.all([activateLanguage(language), ...PARTS.map((part) => addTexts(part, language))]);
}
createRoot(root).render(<Gallery />);
