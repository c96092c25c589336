/** Defines a row of the route table, which router, authentication, OpenAPI and tests read. */

import type * as z from "zod";
import type { AuditStamp, RecordAudit } from "../audit/audit-event.ts";
import type { Creation } from "../kernel/creation.ts";
import type { ErrorCode } from "../kernel/errors/app-error.ts";
import type { Services } from "../services.ts";
import type { Policy, PrincipalOf } from "./policies.ts";
import type { Page } from "./principal.ts";
import type { UploadedFile, UploadForm } from "./uploaded-file.ts";

type Method = "GET" | "POST" | "PATCH" | "DELETE";

/**
 * auth.md "Browser origins and CORS".
 *
 * - `public`: pages of every origin, without credentials.
 * - `allowlisted`: pages of allowlisted origins.
 * - `signed`: the same, for an operation that takes a wallet's signature. It rejects other pages (403).
 */
type CorsRule = "public" | "allowlisted" | "signed";

type Request<Params, Query, Body, Caller> = {
	params: Params;
	query: Query;
	body: Body;
	principal: Caller;
	services: Services;
	/** Few responses depend on the kind of caller. */
	headers: Headers;
	requestId: string;
	/** IPv4 address or IPv6 /64, for limits. Never logged or stored. */
	clientAddress: string;
	/** The page of an allowlisted origin that sent the request, if the row has `cors`. */
	page: Page | null;
	audit: RecordAudit;
	/** Actions may write the entry in their own transaction. */
	auditStamp: () => AuditStamp;
	/** For operations with `idempotencyKey`. */
	creation: Creation;
	now: number;
};

export const REPLAYED = { "Idempotent-Replayed": "true" };

/** `json` is already serialised. */
export type Reply = {
	status: 200 | 201 | 202;
	/** A list becomes several headers. */
	headers?: Record<string, string | readonly string[]>;
} & ({ body: unknown } | { json: string } | { file: DownloadedFile });

/** Sent as an attachment, so that no browser renders it under our origin. */
export type DownloadedFile = {
	/** A stream that fails breaks the response off, so that nobody takes a part for the whole. */
	bytes: Uint8Array | ReadableStream<Uint8Array>;
	/** The Content-Type. */
	mimeType: string;
	/** ASCII letters, digits, `-`, `_` and `.`. */
	fileName: string;
};

type Schema<T> = () => z.ZodType<T>;

/** Only the OpenAPI document and tests build the schemas. */
type SuccessResponses = Partial<Record<Reply["status"], { description: string; schema: () => z.ZodType }>>;

export type OperationDefinition<P extends Policy, Params, Query, Body> = {
	operationId: string;
	method: Method;
	/** OpenAPI form below the base path: `/recovery-cases/{caseId}`. */
	path: `/${string}`;
	tag: string;
	summary: string;
	/** For the OpenAPI document, if the summary is not enough. */
	description?: string;
	policy: P;
	/** May run while the account object confirms the credential. */
	readOnly?: boolean;
	/** Lifetime of a response that is the same for every caller. `ETag` then tells whether it has changed. */
	cacheSeconds?: number;
	/** Pages that may call the operation. Without it, browsers hide the response from other sites. */
	cors?: CorsRule;
	/** Counts requests without a credential by address; `login` is stricter. Others are always counted. */
	rateLimited?: boolean | "login";
	/**
	 * Honours `Idempotency-Key` (auth.md "Idempotency keys"). "by_response" stores the response, which must hold no
	 * secret and no personal data. "by_id" runs a repetition again: the handler creates under `creation.id`, or responds
	 * with 200 and without secrets if the resource exists.
	 */
	idempotencyKey?: "by_id" | "by_response";
	params?: Schema<Params>;
	query?: Schema<Query>;
	body?: Schema<Body>;
	/** A public operation takes 128 KiB otherwise, because its callers are unknown. */
	hasLargeBody?: boolean;
	/** The body has a file besides the fields of `body`: see `defineUpload`. */
	upload?: UploadForm;
	download?: readonly string[];
	responses: SuccessResponses;
	/** Beside those of policy, validation and crashes: see `errorCodesOf`. */
	errors?: ErrorCode[];
	handler: (request: Request<Params, Query, Body, PrincipalOf[P]>) => Promise<Reply> | Reply;
};

type UploadRequest<Params, Query, Body, Caller> = Request<Params, Query, Body, Caller> & {
	file: UploadedFile;
};

/** Without input types, so that one table holds all rows. */
export type Operation = Omit<OperationDefinition<Policy, unknown, unknown, unknown>, "handler"> & {
	handler: (request: UploadRequest<never, never, never, never>) => Promise<Reply> | Reply;
};

/** Keeps the name and the schemas, from which pages know the type of a response. */
type NamedOperation<Id extends string, Responses extends SuccessResponses> = Omit<
	Operation,
	"operationId" | "responses"
> & {
	operationId: Id;
	responses: Responses;
};

export function defineOperation<
	P extends Policy,
	Id extends string,
	Responses extends SuccessResponses,
	Params = undefined,
	Query = undefined,
	Body = undefined,
>(
	definition: OperationDefinition<P, Params, Query, Body> & {
		operationId: Id;
		responses: Responses;
	},
): NamedOperation<Id, Responses> {
	return definition;
}

export function defineUpload<
	P extends Policy,
	Id extends string,
	Responses extends SuccessResponses,
	Body,
	Params = undefined,
	Query = undefined,
>(
	definition: Omit<OperationDefinition<P, Params, Query, Body>, "handler"> & {
		operationId: Id;
		responses: Responses;
		body: Schema<Body>;
		upload: UploadForm;
		handler: (request: UploadRequest<Params, Query, Body, PrincipalOf[P]>) => Promise<Reply> | Reply;
	},
): NamedOperation<Id, Responses> {
	return definition;
}

export function isRateLimited({ rateLimited, policy }: Operation): boolean {
	return rateLimited !== undefined || policy !== "public";
}

export function errorCodesOf(operation: Operation): ErrorCode[] {
	// Even public routes reject an API secret sent by a browser, and unknown query parameters.
	const codes = new Set<ErrorCode>([...(operation.errors ?? []), "FORBIDDEN", "INPUT_VALIDATION_ERROR"]);
	if (operation.policy !== "public") {
		// Half a key pair is rejected before the policy applies.
		for (const code of ["UNAUTHORIZED", "INVALID_AUTH", "INVALID_TOKEN", "EXPIRED_TOKEN"] as const)
			codes.add(code);
	}
	if (operation.body) {
		for (const code of ["REQUEST_TIMEOUT", "PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE"] as const)
			codes.add(code);
	}
	if (operation.upload) codes.add("NO_FILE_UPLOADED").add("NO_FILE_BUFFER");
	if (isRateLimited(operation)) codes.add("RATE_LIMITED");
	if (operation.idempotencyKey) {
		for (const code of ["IDEMPOTENCY_KEY_REUSED", "IDEMPOTENCY_KEY_IN_PROGRESS"] as const) codes.add(code);
	}
	return [...codes.add("INTERNAL_SERVER_ERROR").add("SERVICE_UNAVAILABLE")].sort();
}
