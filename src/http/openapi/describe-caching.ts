/** Describes the headers of cacheable responses, and the 304 response. */
import { isRateLimited, type Operation } from "../operation.ts";
import { ratePolicyHeader, requestIdHeader } from "./describe-errors.ts";
import type { HeaderObject, ResponseObject } from "./document-types.ts";

export function cachingHeaders({ cacheSeconds }: Operation): Record<string, HeaderObject> {
	if (cacheSeconds === undefined) return {};
	return {
		"Cache-Control": {
			description: "How long the response may be kept.",
			required: true,
			schema: { const: `public, max-age=${cacheSeconds}` },
		},
		ETag: {
			description:
				"Identifies this state of the response. Send it as `If-None-Match` to ask whether it has changed.",
			required: true,
			schema: { type: "string", pattern: '^"[0-9a-f]+"$' },
		},
	};
}

export function describeUnchanged(operation: Operation): Record<string, ResponseObject> {
	if (operation.cacheSeconds === undefined) return {};
	const headers = {
		...requestIdHeader,
		...(isRateLimited(operation) && ratePolicyHeader),
		...cachingHeaders(operation),
	};
	return { 304: { description: "Not changed since the response whose `ETag` the request names.", headers } };
}
