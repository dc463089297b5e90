export { STUDY_TEXTS as TEXTS } from "../replay/study-refusals.ts";
