import type * as z from "zod";
import type { responseSchemas } from "../../../response-schemas.ts";

type Schemas = typeof responseSchemas;

/** The body of the API's answer with this status, by operation id. */
export type Answer<
	Id extends keyof Schemas,
	Status extends keyof Schemas[Id] = 200 & keyof Schemas[Id],
> = Schemas[Id][Status] extends () => z.ZodType ? z.infer<ReturnType<Schemas[Id][Status]>> : never;
