export { STUDY_TEXTS as TEXTS } from "../refusals/study-texts.ts";
