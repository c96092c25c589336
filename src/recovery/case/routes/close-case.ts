import { defineOperation } from "../../../http/operation.ts";
import { recoveryError } from "../../errors.ts";
import { closeCaseSchema, jrcHashParam } from "../../schemas.ts";

/** The two signed moves that end or stop a case differ in who signs, and in nothing else. */
const closing = (action: "contest" | "withdraw", summary: string, description: string) =>
	defineOperation({
		operationId: `${action}RecoveryCase`,
		method: "POST",
		path: `/recovery-cases/{jrcHash}/${action}`,
		tag: "Recovery cases",
		summary,
		description,
		policy: "public",
		browserOrigin: true,
		rateLimited: true,
		params: jrcHashParam,
		body: closeCaseSchema,
		responses: { 200: "The status of the case." },
		errors: ["RESOURCE_NOT_FOUND", "INVALID_SIGNER", "RECOVERY_STATUS_ERROR"],
		handler: async ({ params, body, services }) => {
			const outcome = await services.recovery.close({ action, jrcHash: params.jrcHash, ...body });
			if (outcome.kind === "moved" || outcome.kind === "unchanged")
				return { status: 200, body: outcome.standing };
			throw recoveryError(outcome);
		},
	});

/** recovery.md "Beyond the specification". */
export const contestCase = closing(
	"contest",
	"Contest a case as the owner of the lost account",
	"`signature` is the lostAccount's EIP-712 signature of the CloseCase message with the action `contest`. No credential is needed.",
);

/** recovery.md "Beyond the specification". */
export const withdrawCase = closing(
	"withdraw",
	"Withdraw a case as its claimant",
	"`signature` is the recoveryAccount's EIP-712 signature of the CloseCase message with the action `withdraw`. No credential is needed.",
);
