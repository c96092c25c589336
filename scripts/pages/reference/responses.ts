import type { createFieldReader, Field, TypePart } from "./fields.ts";
import { type ApiDocument, examplesOf, nameOfRef, type ResponseObject } from "./schema.ts";

export type Success = {
	status: string;
	description: string;
	contents: { mediaType: string; type: TypePart[]; examples: { title: string; value: unknown }[] }[];
	/** Those that not every response has. */
	headers: Field[];
};

/** These are explained once, on the first page. */
const EVERYWHERE = new Set(["X-Request-Id", "RateLimit-Policy"]);

export function createResponseReader(
	{ components: { responses, headers } }: ApiDocument,
	fields: ReturnType<typeof createFieldReader>,
) {
	const resolve = (response: ResponseObject): ResponseObject =>
		response.$ref === undefined ? response : (responses[nameOfRef(response.$ref)] ?? response);
	return {
		resolve,
		successOf(
			status: string,
			{ description = "", content = {}, headers: sent = {} }: ResponseObject,
		): Success {
			return {
				status,
				description,
				contents: Object.entries(content).map(([mediaType, { schema, ...examples }]) => ({
					mediaType,
					type: schema.format === "binary" ? ["file"] : fields.typeOf(schema),
					examples: examplesOf(examples),
				})),
				headers: Object.entries(sent)
					.filter(([name]) => !EVERYWHERE.has(name))
					.map(([name, header]) => {
						const {
							schema = {},
							required = false,
							description: words,
						} = header.$ref === undefined ? header : (headers[nameOfRef(header.$ref)] ?? {});
						return fields.field(name, { ...schema, ...(words && { description: words }) }, required);
					}),
			};
		},
	};
}
