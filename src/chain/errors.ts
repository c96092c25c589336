/** Why a wallet's signature was not accepted, as the answer for the caller. Every slice says it the same way. */
import { AppError } from "../kernel/app-error.ts";
import type { WalletVerdict } from "./verify-wallet-signature.ts";

/** Seconds after which an unreachable node is worth another try. */
const NODE_RETRY_SECONDS = 10;

export function signatureError(refusal: Exclude<WalletVerdict, { kind: "valid" }>): AppError {
	switch (refusal.kind) {
		case "invalid-signer":
			return new AppError({
				code: "INVALID_SIGNER",
				message: `The signature is not by the account that must sign this: ${refusal.reason}. Nothing was stored.`,
			});
		case "no-rpc":
			return new AppError({
				code: "INVALID_SIGNER",
				message: `The signature is not by the key of the account that must sign this. If that account is a contract wallet: contract signers need an RPC for chain ${refusal.chainId}, and this service has none.`,
			});
		case "unavailable":
			return new AppError({
				code: "SERVICE_UNAVAILABLE",
				message:
					"The chain could not be asked whether the signature is valid. Nothing was stored; try again.",
				retryAfterSeconds: NODE_RETRY_SECONDS,
				cause: refusal.reason,
			});
	}
}
