/** Formats, surrogates, controls and private characters, and all that are drawn as nothing: of a regular expression's class. */
export const INVISIBLE = String.raw`\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800`;

/**
 * Joiners that change how letters are drawn: after a virama of the Indic scripts, and between Arabic letters (RFC 5892,
 * appendix A).
 */
export const JOINER = String.raw`(?<=[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca])[\u200c\u200d](?=\p{L})|(?<=\p{scx=Arab})\u200c(?=\p{scx=Arab})`;

/** Sequences with joiners and selectors in them are one character that can be seen. */
export const EMOJI = String.raw`\p{RGI_Emoji}`;
