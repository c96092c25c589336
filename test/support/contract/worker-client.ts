/** Calls the Worker, checks every response against the OpenAPI document, and returns it as a Response. */
import * as z from "zod";
import { FIELD_RULES } from "../../../src/kernel/field-rule.ts";
import { send } from "./openapi-client.ts";

type Call = {
	/** POST with a body, GET without. */
	method?: string;
	/** Sent as JSON; text is sent as it is. */
	body?: unknown;
	headers?: Record<string, string>;
};

/** @param path below the base path */
export function call(path: string, { method, body, headers = {} }: Call = {}): Promise<Response> {
	const isText = typeof body === "string";
	return send(method ?? (body === undefined ? "GET" : "POST"), path, {
		headers,
		...(body !== undefined && (isText ? { rawBody: body } : { body })),
	});
}

const errorResponse = z.strictObject({
	error: z.strictObject({
		code: z.string(),
		message: z.string(),
		requestId: z.string().regex(/^req_[0-9a-f]{32}$/),
		details: z
			.array(
				z.strictObject({
					field: z.string(),
					rule: z.enum(FIELD_RULES),
					message: z.string(),
					expectedSigner: z.string().optional(),
					recoveredSigner: z.string().nullable().optional(),
					digest: z.string().optional(),
					chainId: z.number().optional(),
				}),
			)
			.optional(),
	}),
});

/** Status, code and details of an error response. */
export async function errorOf(response: Response) {
	const { error } = errorResponse.parse(await response.json());
	return { status: response.status, ...error };
}
