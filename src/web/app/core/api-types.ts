import type { responseSchemas } from "../../../response-schemas.ts";
import type { Answer } from "./answers.ts";

/** What an operation of the API answers with 200. */
export type AnswerOf<Operation extends keyof typeof responseSchemas> = Answer<Operation>;
