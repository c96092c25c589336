/** Why a wallet's signature was not accepted, as the answer for the caller. Every slice says it the same way. */
import { AppError } from "../kernel/app-error.ts";
import type { WalletVerdict } from "./verify-wallet-signature.ts";

/** Seconds after which an unreachable node is worth another try. */
const NODE_RETRY_SECONDS = 10;

export function signatureError(refusal: Exclude<WalletVerdict, { kind: "valid" }>): AppError {
	switch (refusal.kind) {
		case "invalid_signer":
			return new AppError({
				code: "INVALID_SIGNER",
				message: `The signature is not valid for the account that must sign: ${refusal.reason}. Nothing was stored.`,
			});
		case "no_rpc":
			return new AppError({
				code: "INVALID_SIGNER",
				message: `The signature is not by the key of the account that must sign. If the account is a contract wallet, its signature cannot be verified, because this service has no node for chain ${refusal.chainId}. Nothing was stored.`,
			});
		case "unavailable":
			return new AppError({
				code: "SERVICE_UNAVAILABLE",
				message:
					"The signature could not be verified, because the chain's node did not respond. Nothing was stored. Retry after the time in Retry-After.",
				retryAfterSeconds: NODE_RETRY_SECONDS,
				cause: refusal.reason,
			});
	}
}
