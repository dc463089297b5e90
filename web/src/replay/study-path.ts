/**
 * Returns the address of a finished match that several people step through at once. It is no part of `paths`, which the first load has.
 * @param id of the study; `""`: one that is in this browser alone
 * @param at the moment at which it opens; default: where they are
 */
export const studyPath = (id: string, at?: string): string =>
  `/study${id === "" ? "" : `/${encodeURIComponent(id)}`}${at === undefined ? "" : `?at=${at}`}`;
