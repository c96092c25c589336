import { recordedExamples } from "../../../src/http/openapi/recorded-examples.ts";

/** The first recorded JSON body of each operation. */
export const requestExamples: Record<string, unknown> = Object.fromEntries(
	Object.entries(recordedExamples.operations).flatMap(([operationId, { requests }]) =>
		Object.values(requests["application/json"] ?? {})
			.slice(0, 1)
			.map((body) => [operationId, body]),
	),
);
