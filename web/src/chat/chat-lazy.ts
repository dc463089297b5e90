import { laterPart } from "../texts/lazy-part.tsx";

/* The chat and its texts are loaded after the table that it belongs to, at once. */
export const ChatAnnouncer = laterPart(async () => (await import("./chat-parts.ts")).ChatAnnouncer, "chat");
export const ChatPanel = laterPart(async () => (await import("./chat-parts.ts")).ChatPanel, "chat");
export const ChatSheet = laterPart(async () => (await import("./chat-parts.ts")).ChatSheet, "chat");
export const PeopleMenu = laterPart(async () => (await import("./chat-parts.ts")).PeopleMenu, "chat");
export const PolicyForm = laterPart(async () => (await import("./chat-parts.ts")).PolicyForm, "chat");
