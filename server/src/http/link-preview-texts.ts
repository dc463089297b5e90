import type { Language } from "@flower-war/rules/texts";
import { de } from "./link-preview-texts/de.ts";
import { en } from "./link-preview-texts/en.ts";
import { es } from "./link-preview-texts/es.ts";
import { pt } from "./link-preview-texts/pt.ts";
import type { PreviewTexts } from "./link-preview-texts/types.ts";

/** By language. */
export const PREVIEW_TEXTS: { readonly [L in Language]: PreviewTexts } = { en, es, de, pt };
