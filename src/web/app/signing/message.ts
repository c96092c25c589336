/**
 * Messages that a wallet signs: the API prepares each one, the page shows it, and the signature goes to the request
 * that the API names for it. Forms carry the message's fields, from which the API makes the same message again.
 */

import { type ApiFailure, type ApiResult, callApi } from "../core/api.ts";
import type { PageContext } from "../core/page-env.ts";
import { reasonOf } from "../core/problems.ts";
import type { ResponseBody } from "../core/response-body.ts";

export type Prepared = ResponseBody<"prepareTypedData">;
export type TypedData = Prepared["typedData"];
type MessageRequest = { message: TypedData["primaryType"] } & Record<string, unknown>;

const BASE_PATH = "/api/v1";

export function prepareMessage(c: PageContext, request: MessageRequest): Promise<ApiResult<Prepared>> {
	return callApi<Prepared>(c, { method: "POST", path: "/typed-data", as: "none", body: request });
}

/** @param as `none` for messages whose signature is the only credential */
export function sendSigned<T>(
	c: PageContext,
	{ request }: Prepared,
	{
		signature,
		as,
		headers = {},
	}: { signature: string; as: "wallet" | "none"; headers?: Record<string, string> },
): Promise<ApiResult<T>> {
	const { method, path, body } = request;
	return callApi<T>(c, {
		method,
		path: path.slice(BASE_PATH.length),
		as,
		headers,
		body: { ...body, signature },
	});
}

/** How the page shows again after a failure. */
export type Refusal = {
	status: number;
	problem: string;
	/** To send once more; absent if the signature itself is wrong or spent. */
	signature?: string;
};

/** Keeps the signature if the service cannot take it now. */
export function refusalOf(c: PageContext, failure: ApiFailure, signature: string): Refusal {
	const { status } = failure;
	const problem = signatureProblem(c, failure);
	return status === 429 || status >= 500 ? { status, problem, signature } : { status: 400, problem };
}

/** The API's problem with a signature or its message, as one sentence for the field. */
export function signatureProblem(c: PageContext, failure: ApiFailure): string {
	const { problems } = c.get("copy").signing;
	if (failure.code === "INVALID_SIGNER") {
		const [detail] = failure.details;
		if (typeof detail?.recoveredSigner === "string") return problems.otherSigner(detail.recoveredSigner);
		return typeof detail?.chainId === "number" ? problems.noKey(detail.chainId) : problems.wrongSignature;
	}
	if (failure.code === "NONCE_ALREADY_USED") return problems.used;
	if (failure.details.some(({ field }) => field === "signature")) return problems.noSignature;
	if (failure.details.some(({ field }) => field === "deadline")) return problems.late;
	return reasonOf(c, failure);
}
