/* What a page shows of a chat, loaded at once (chat-lazy.ts). */
export { ChatAnnouncer } from "./chat-sheet.tsx";
export { ChatPanel } from "./chat-panel.tsx";
export { ChatSheet } from "./chat-sheet.tsx";
export { PolicyForm } from "./table-policy.tsx";
export { PeopleMenu } from "./people-menu.tsx";
