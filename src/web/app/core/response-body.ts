import type * as z from "zod";
import type { OperationRow } from "../../../operations.ts";

type Responses = { [Row in OperationRow as Row["operationId"]]: Row["responses"] };

/** The body of the API's response with this status, by operation id. */
export type ResponseBody<
	Id extends keyof Responses,
	Status extends keyof Responses[Id] = 200 & keyof Responses[Id],
> = Responses[Id][Status] extends { schema: () => z.ZodType }
	? z.infer<ReturnType<Responses[Id][Status]["schema"]>>
	: never;
