/**
 * The form of one row of the route table. Router, validation, authentication, OpenAPI and the test
 * batteries all read the same rows (`src/operations.ts`), so a route cannot exist for one of them only.
 */
import type * as z from "zod";
import type { AuditStamp, RecordAudit } from "../audit/audit-event.ts";
import type { ErrorCode } from "../kernel/app-error.ts";
import type { Services } from "../services.ts";
import type { Policy, PrincipalOf } from "./policies.ts";
import type { UploadedFile, UploadForm } from "./uploaded-file.ts";

type Method = "GET" | "POST" | "PATCH" | "DELETE";

/** What a handler is given: parsed input, the caller, and narrow functions, never `env`. */
type Request<Params, Query, Body, Caller> = {
	params: Params;
	query: Query;
	body: Body;
	principal: Caller;
	services: Services;
	/** Headers of the HTTP request, for the few operations whose answer depends on the kind of caller. */
	headers: Headers;
	/** As in `X-Request-Id`. */
	requestId: string;
	/** As the platform gives it, an IPv6 one as its /64: what limits count by. Never logged or stored. */
	clientAddress: string;
	/** Writes down what was done. Awaited before a success is answered; see ADR 6. */
	audit: RecordAudit;
	/** For what writes its entry down in the transaction of the deed. */
	auditStamp: () => AuditStamp;
	/** Unix milliseconds at which the request came in. */
	now: number;
};

/** `json` is a body that is serialised already; `body` is serialised once, on the way out; `file` is a document. */
export type Reply = {
	status: 200 | 201 | 202;
	headers?: Record<string, string>;
} & ({ body: unknown } | { json: string } | { file: DownloadedFile });

/** Goes out as an attachment, which no browser opens in the service's name. */
export type DownloadedFile = {
	bytes: Uint8Array;
	/** A Content-Type. */
	mimeType: string;
	/** ASCII letters, digits, `-`, `_` and `.`. */
	fileName: string;
};

/** Built when the first request needs it: see `lazy`. */
type Schema<T> = () => z.ZodType<T>;

export type OperationDefinition<P extends Policy, Params, Query, Body> = {
	operationId: string;
	method: Method;
	/** OpenAPI form, below the base path: `/recovery-cases/{caseId}`. */
	path: `/${string}`;
	tag: string;
	summary: string;
	description?: string;
	policy: P;
	/** The handler only reads, so it may start while the account object confirms the credential. */
	readOnly?: boolean;
	/** May be called by a page of an allowlisted origin (CORS, without credentials). */
	browserOrigin?: boolean;
	/**
	 * Counted by client address where no credential is: against the public limit, or the stricter one of
	 * calls that try a password or make an account. A credential is always counted by itself.
	 */
	rateLimited?: boolean | "login";
	params?: Schema<Params>;
	query?: Schema<Query>;
	body?: Schema<Body>;
	/** The body has a file beside the fields of `body`, as a form or as JSON: see `defineUpload`. */
	upload?: UploadForm;
	/** The media types of the document that a success answers with, in the place of JSON. */
	download?: readonly string[];
	/** What each success answer is, by status. Their schemas are in `src/response-schemas.ts`. */
	responses: Partial<Record<Reply["status"], string>>;
	/** Codes of its own; those of policy, validation and crashes are added by `errorCodesOf`. */
	errors: ErrorCode[];
	handler: (request: Request<Params, Query, Body, PrincipalOf[P]>) => Promise<Reply> | Reply;
};

/** What the handler of an upload is given. */
type UploadRequest<Params, Query, Body, Caller> = Request<Params, Query, Body, Caller> & {
	file: UploadedFile;
};

/** A row whose input types have been closed over, so that rows of all kinds stand in one table. */
export type Operation = Omit<OperationDefinition<Policy, unknown, unknown, unknown>, "handler"> & {
	handler: (request: UploadRequest<never, never, never, never>) => Promise<Reply> | Reply;
};

/** A row that is known by name and statuses to the compiler, so that no answer of it can lack its schema. */
export type NamedOperation<Id extends string, Status extends Reply["status"]> = Omit<
	Operation,
	"operationId" | "responses"
> & {
	operationId: Id;
	responses: Record<Status, string>;
};

/** Checks a row against its own schemas and closes over their types. */
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

/** The same for a row with `upload`: `body` is of the fields beside the file, and the handler is given both. */
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

/** The schema of a success response. */
export type ResponseSchema = z.ZodType | (() => z.ZodType);

/**
 * The schemas of all success answers of these rows: one for every status of every row, and no other. They
 * serve the document and the tests. The service does not check its own answers, so they are no part of the
 * Worker, which would build them at every start.
 */
export type ResponseSchemas<Row extends Pick<Operation, "operationId" | "responses">> = {
	[Named in Row as Named["operationId"]]: Record<keyof Named["responses"], ResponseSchema>;
};

/** Whether the first shield counts calls of it, by credential or by address. */
export function isRateLimited({ rateLimited, policy }: Operation): boolean {
	return rateLimited !== undefined || policy !== "public";
}

/** Every code that an operation can answer with, its own and those that follow from its row. */
export function errorCodesOf(operation: Operation): ErrorCode[] {
	// FORBIDDEN everywhere: a secret that a browser sends is refused on public routes too.
	const codes = new Set<ErrorCode>([...operation.errors, "FORBIDDEN"]);
	if (operation.policy !== "public") {
		// INVALID_AUTH also where no key is accepted: half a key pair is refused before the policy is looked at.
		for (const code of ["UNAUTHORIZED", "INVALID_AUTH", "INVALID_TOKEN", "EXPIRED_TOKEN"] as const)
			codes.add(code);
	}
	if (operation.params || operation.query || operation.body) codes.add("INPUT_VALIDATION_ERROR");
	if (operation.body) codes.add("PAYLOAD_TOO_LARGE").add("UNSUPPORTED_MEDIA_TYPE");
	if (operation.upload) codes.add("NO_FILE_UPLOADED").add("NO_FILE_BUFFER");
	if (isRateLimited(operation)) codes.add("RATE_LIMITED");
	return [...codes.add("INTERNAL_SERVER_ERROR").add("SERVICE_UNAVAILABLE")].sort();
}
