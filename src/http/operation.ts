/** One row of the route table, which router, authentication, OpenAPI and tests all read. */
import type * as z from "zod";
import type { AuditStamp, RecordAudit } from "../audit/audit-event.ts";
import type { ErrorCode } from "../kernel/app-error.ts";
import type { Services } from "../services.ts";
import type { Policy, PrincipalOf } from "./policies.ts";
import type { UploadedFile, UploadForm } from "./uploaded-file.ts";

type Method = "GET" | "POST" | "PATCH" | "DELETE";

type Request<Params, Query, Body, Caller> = {
	params: Params;
	query: Query;
	body: Body;
	principal: Caller;
	services: Services;
	/** Headers of the request, for the few operations whose response depends on the kind of caller. */
	headers: Headers;
	requestId: string;
	/** The IPv4 address or IPv6 /64 that limits count by. Never logged or stored. */
	clientAddress: string;
	/** Records an audit entry. Awaited before a success response (ADR 6). */
	audit: RecordAudit;
	/** For actions that write their audit entry in their own transaction. */
	auditStamp: () => AuditStamp;
	now: number;
};

/** `json` is serialised already; `body` is serialised here; `file` is a document. */
export type Reply = {
	status: 200 | 201 | 202;
	headers?: Record<string, string>;
} & ({ body: unknown } | { json: string } | { file: DownloadedFile });

/** Sent as an attachment, so that no browser renders it under the service's origin. */
export type DownloadedFile = {
	bytes: Uint8Array;
	/** The Content-Type. */
	mimeType: string;
	/** ASCII letters, digits, `-`, `_` and `.`. */
	fileName: string;
};

/** Built at the first request that needs it: see `lazy`. */
type Schema<T> = () => z.ZodType<T>;

export type OperationDefinition<P extends Policy, Params, Query, Body> = {
	operationId: string;
	method: Method;
	/** Path below the base path in OpenAPI form: `/recovery-cases/{caseId}`. */
	path: `/${string}`;
	tag: string;
	summary: string;
	description?: string;
	policy: P;
	/** The handler only reads, so it may run while the account object confirms the credential. */
	readOnly?: boolean;
	browserOrigin?: boolean;
	/**
	 * Counts requests without a credential by client address; `login` is the stricter limit. Requests with a credential are
	 * always counted.
	 */
	rateLimited?: boolean | "login";
	params?: Schema<Params>;
	query?: Schema<Query>;
	body?: Schema<Body>;
	/** The body is a form or JSON with a file beside the fields of `body`: see `defineUpload`. */
	upload?: UploadForm;
	/** Media types of the document that a success response sends instead of JSON. */
	download?: readonly string[];
	/** Descriptions of the success responses. `src/response-schemas.ts` maps their schemas. */
	responses: Partial<Record<Reply["status"], string>>;
	/** Error codes of this operation; `errorCodesOf` adds those of policy, validation and crashes. */
	errors: ErrorCode[];
	handler: (request: Request<Params, Query, Body, PrincipalOf[P]>) => Promise<Reply> | Reply;
};

type UploadRequest<Params, Query, Body, Caller> = Request<Params, Query, Body, Caller> & {
	file: UploadedFile;
};

/** A row without its input types, so that one table holds all rows. */
export type Operation = Omit<OperationDefinition<Policy, unknown, unknown, unknown>, "handler"> & {
	handler: (request: UploadRequest<never, never, never, never>) => Promise<Reply> | Reply;
};

/** A row whose name and statuses the compiler knows, so that no response can lack a schema. */
export type NamedOperation<Id extends string, Status extends Reply["status"]> = Omit<
	Operation,
	"operationId" | "responses"
> & {
	operationId: Id;
	responses: Record<Status, string>;
};

/** Checks a row against its own schemas and erases their types. */
export function defineOperation<
	P extends Policy,
	Id extends string,
	Status extends Reply["status"],
	Params = undefined,
	Query = undefined,
	Body = undefined,
>(
	definition: OperationDefinition<P, Params, Query, Body> & {
		operationId: Id;
		responses: Record<Status, string>;
	},
): NamedOperation<Id, Status> {
	return definition;
}

/** Like `defineOperation`, for a row with `upload`: `body` describes the fields beside the file. */
export function defineUpload<
	P extends Policy,
	Id extends string,
	Status extends Reply["status"],
	Body,
	Params = undefined,
	Query = undefined,
>(
	definition: Omit<OperationDefinition<P, Params, Query, Body>, "handler"> & {
		operationId: Id;
		responses: Record<Status, string>;
		body: Schema<Body>;
		upload: UploadForm;
		handler: (request: UploadRequest<Params, Query, Body, PrincipalOf[P]>) => Promise<Reply> | Reply;
	},
): NamedOperation<Id, Status> {
	return definition;
}

export type ResponseSchema = z.ZodType | (() => z.ZodType);

/** The schemas of all success responses. Only the OpenAPI document and tests use them, so the bundler drops them. */
export type ResponseSchemas<Row extends Pick<Operation, "operationId" | "responses">> = {
	[Named in Row as Named["operationId"]]: Record<keyof Named["responses"], ResponseSchema>;
};

export function isRateLimited({ rateLimited, policy }: Operation): boolean {
	return rateLimited !== undefined || policy !== "public";
}

export function errorCodesOf(operation: Operation): ErrorCode[] {
	// FORBIDDEN everywhere, because even public routes reject an API secret sent by a browser.
	const codes = new Set<ErrorCode>([...operation.errors, "FORBIDDEN"]);
	if (operation.policy !== "public") {
		// INVALID_AUTH even where no key is accepted, because half a key pair is rejected before the policy applies.
		for (const code of ["UNAUTHORIZED", "INVALID_AUTH", "INVALID_TOKEN", "EXPIRED_TOKEN"] as const)
			codes.add(code);
	}
	if (operation.params || operation.query || operation.body) codes.add("INPUT_VALIDATION_ERROR");
	if (operation.body) codes.add("PAYLOAD_TOO_LARGE").add("UNSUPPORTED_MEDIA_TYPE");
	if (operation.upload) codes.add("NO_FILE_UPLOADED").add("NO_FILE_BUFFER");
	if (isRateLimited(operation)) codes.add("RATE_LIMITED");
	return [...codes.add("INTERNAL_SERVER_ERROR").add("SERVICE_UNAVAILABLE")].sort();
}
