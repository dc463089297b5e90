/** A game cannot be created. The message says why, in a sentence or with the usage. */
export class CreateError extends Error {}
