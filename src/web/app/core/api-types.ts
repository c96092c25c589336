import type * as z from "zod";
import type { responseSchemas } from "../../../response-schemas.ts";

type Schemas = typeof responseSchemas;

/** What an operation of the API answers with 200. */
export type AnswerOf<Operation extends keyof Schemas> = Schemas[Operation] extends {
	200: () => infer Schema extends z.ZodType;
}
	? z.infer<Schema>
	: never;
