/**
 * Claims requests with an `Idempotency-Key` in the caller's account object (auth.md "Idempotency keys"). The object
 * stores only MACs of keys and requests, because both may hold personal data.
 */
import { createHmac } from "node:crypto";
import type { ClaimRequestResult } from "../../../durable/account/account-messages.ts";
import type { Peppers } from "../../kernel/crypto/pepper.ts";
import type { AccountOf } from "../account-object.ts";

export type RequestIdentity = {
	/** A developer id or a wallet session's subject. */
	account: string;
	operationId: string;
	key: string;
	/** Equal for equal requests. */
	content: string;
};

export type ClaimedRequest = Exclude<ClaimRequestResult, { kind: "claimed" }> | OpenClaim;

/** The caller must run the request, then report its outcome. */
export type OpenClaim = Extract<ClaimRequestResult, { kind: "claimed" }> & {
	/** @param response stored for repetitions; without it a repetition runs again under the same creation id */
	succeeded(response?: string): Promise<void>;
	/** The request created nothing, so the key may be used again. */
	rejected(): Promise<void>;
	/** The outcome is unknown, so a retry continues under the same creation id. */
	failed(): Promise<void>;
};

export function createIdempotencyService({ peppers, accountOf }: { peppers: Peppers; accountOf: AccountOf }) {
	/** Makes one MAC per pepper version, so that a rotation keeps the keys of the last day. */
	const macsOf = (text: string): string[] =>
		peppers.versions.flatMap((version) => {
			const key = peppers.keyFor("idempotency-key", version);
			return key ? createHmac("sha256", key).update(text).digest("hex") : [];
		});

	return {
		async claim(
			{ account, operationId, key, content }: RequestIdentity,
			now: number,
		): Promise<ClaimedRequest> {
			const object = accountOf(account);
			const names = macsOf(`name\0${operationId}\0${key}`);
			const claim = await object.claimRequest({
				names,
				fingerprints: macsOf(`content\0${content}`),
				creationId: crypto.randomUUID(),
				now,
			});
			if (claim.kind !== "claimed") return claim;
			const { creationId, earlier } = claim;
			const finish = { names, creationId };
			return {
				...claim,
				succeeded: (response) => object.finishRequest({ ...finish, outcome: "succeeded", response }),
				// A retry may follow an attempt that is still running, so the key stays.
				rejected: () =>
					object.finishRequest({ ...finish, outcome: earlier === "none" ? "rejected" : "failed" }),
				failed: () => object.finishRequest({ ...finish, outcome: "failed" }),
			};
		},
	};
}
