import { z } from "zod";
import { REACTIONS } from "../vocabulary.ts";
import { moment, named } from "./basics.ts";

/** One line of a match's chat. */
export const ChatLine = z
  .object({
    n: z
      .int()
      .describe("Its number in the match, from 1. Some lines are not for all: numbers may be missing."),
    at: moment("When it was said."),
    seat: z.string().nullable().describe("The seat that its sender had then; `null`: a spectator."),
    name: z.string().describe("The sender's name then."),
    text: z.string().describe("Empty: a reaction."),
    reaction: z.enum([...REACTIONS, ""]).describe("Empty: a text."),
  })
  .meta({ id: "ChatLine" });
export type ChatLine = z.infer<typeof ChatLine>;

export const ChatPage = named("ChatPage", "Lines of the chat, in order.", {
  lines: z.array(ChatLine),
  more: z.boolean().describe("Whether there are later lines."),
});
export type ChatPage = z.infer<typeof ChatPage>;
