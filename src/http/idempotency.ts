/** Runs a request with an `Idempotency-Key` once (auth.md "Idempotency keys"). */

import type { Context } from "hono";
import type { OpenClaim } from "../developers/idempotency/idempotency-service.ts";
import type { Creation } from "../kernel/creation.ts";
import { sha256Hex } from "../kernel/crypto/sha256.ts";
import { canonicalJson } from "../kernel/encoding/canonical-json.ts";
import { AppError, statusOfCode } from "../kernel/errors/app-error.ts";
import { log } from "../kernel/log.ts";
import type { FieldRule } from "../kernel/schemas/field-rule.ts";
import type { HonoEnv } from "./hono-env.ts";
import { IDEMPOTENCY_HEADER, parseIdempotencyKey } from "./idempotency-key.ts";
import { type Operation, REPLAYED, type Reply } from "./operation.ts";
import type { Principal } from "./principal.ts";
import type { UploadedFile } from "./uploaded-file.ts";

type Input = { params: unknown; body: unknown; file: UploadedFile | undefined };

const newCreation = (): Creation => ({ id: crypto.randomUUID(), earlier: "none" });

/** @param run called at most once */
export async function runOnce(
	c: Context<HonoEnv>,
	operation: Operation,
	input: Input,
	run: (creation: Creation) => Promise<Reply>,
): Promise<Reply> {
	const header = operation.idempotencyKey && c.req.header(IDEMPOTENCY_HEADER);
	if (header === undefined) return run(newCreation());
	const claim = await claimRequest(c, operation, header, input);
	if ("replayed" in claim) return claim.replayed;
	const { creationId: id, earlier } = claim;
	const reply = await run({ id, earlier }).catch(async (thrown) => {
		await finish(isRejection(thrown) ? claim.rejected() : claim.failed());
		throw thrown;
	});
	await finish(claim.succeeded(operation.idempotencyKey === "by_response" ? textOf(reply) : undefined));
	return reply;
}

async function claimRequest(
	c: Context<HonoEnv>,
	{ operationId }: Operation,
	header: string,
	input: Input,
): Promise<OpenClaim | { replayed: Reply }> {
	const reading = parseIdempotencyKey(header);
	if (!reading.ok) throw badHeader(reading.rule, reading.problem);
	const account = accountOf(c.get("principal"));
	if (account === undefined) {
		throw badHeader(
			"not_allowed",
			"is accepted only with an API key or a session. Without one, send no such header",
		);
	}
	const identity = { account, operationId, key: reading.key, content: contentOf(input) };
	const claim = await c.get("services").idempotency.claim(identity, Date.now());
	switch (claim.kind) {
		case "claimed":
			return claim;
		case "completed":
			return { replayed: { ...(JSON.parse(claim.response) as Reply), headers: REPLAYED } };
		case "reused":
			throw new AppError({
				code: "IDEMPOTENCY_KEY_REUSED",
				message:
					"This `Idempotency-Key` came with another request of this operation within the last day. Send a new key with a new request, and the same key only to repeat a request unchanged. Nothing was changed.",
			});
		case "in_progress":
			throw new AppError({
				code: "IDEMPOTENCY_KEY_IN_PROGRESS",
				message:
					"The first request with this `Idempotency-Key` is still in progress. Repeat it after the time in Retry-After to get its result.",
				retryAfterSeconds: claim.retryAfterSeconds,
			});
		case "full":
			throw new AppError({
				code: "RATE_LIMITED",
				message:
					"Your account has used the maximum of 1,000 values of `Idempotency-Key` within a day. Retry after the time in Retry-After, or without the header.",
				retryAfterSeconds: claim.retryAfterSeconds,
				quota: { ...claim, name: "idempotency_keys", left: 0 },
			});
		default:
			return claim satisfies never;
	}
}

/** A form and JSON with the same fields and file have the same content. */
function contentOf({ params, body, file }: Input): string {
	const sent = file && { sha256: sha256Hex(file.bytes), type: file.declaredType };
	return canonicalJson({ params: params ?? null, body: body ?? null, file: sent ?? null });
}

/** Pages without a credential have no account, because anyone can send an `Origin`. */
function accountOf(principal: Principal): string | undefined {
	switch (principal.kind) {
		case "developer":
			return principal.developerId;
		case "wallet":
			return principal.subject;
		case "anonymous":
		case "origin":
		case "nobody":
			return undefined;
		default:
			return principal satisfies never;
	}
}

function textOf(reply: Reply): string {
	if (!("body" in reply)) throw new Error("a stored response must have a body");
	return JSON.stringify({ status: reply.status, body: reply.body });
}

/** A 4xx error means that nothing was created. */
function isRejection(thrown: unknown): boolean {
	return thrown instanceof AppError && statusOfCode[thrown.code] < 500;
}

/** After a failure, a repetition continues under the same creation id. */
async function finish(finishing: Promise<void>): Promise<void> {
	await finishing.catch((cause) => log.warn("idempotency-not-finished", { cause }));
}

function badHeader(rule: FieldRule, problem: string): AppError {
	return new AppError({
		code: "INPUT_VALIDATION_ERROR",
		message: "The request has an invalid header; `details` names it. Nothing was changed.",
		details: [{ field: IDEMPOTENCY_HEADER, rule, message: problem }],
	});
}
