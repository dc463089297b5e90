/* What a page shows of a chat, loaded at once (chat-lazy.ts). */

export { ChatPanel } from "./chat-panel.tsx";
export { ChatAnnouncer, ChatSheet } from "./chat-sheet.tsx";
export { PeopleMenu } from "./people-menu.tsx";
export { PolicyForm } from "./table-policy.tsx";
