import type { AccountEvent } from "@flower-war/protocol/players";
import type { Language } from "@flower-war/rules/texts";
import { de } from "./texts/de.ts";
import { en } from "./texts/en.ts";
import { es } from "./texts/es.ts";
import { pt } from "./texts/pt.ts";
import type { AccountNews, NoticeTexts } from "./texts/types.ts";

/** By language. */
export const NOTICE_TEXTS: { readonly [L in Language]: NoticeTexts } = { en, es, de, pt };

/** Whether an event of an account is one that its owner is told of at once. */
export function isAccountNews(what: AccountEvent["what"]): what is AccountNews {
  return Object.hasOwn(en.account.news, what);
}
