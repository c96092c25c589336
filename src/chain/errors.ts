import { AppError } from "../kernel/app-error.ts";
import type { WalletVerdict } from "./verify-wallet-signature.ts";

const OUTAGE_RETRY_SECONDS = 10;

export function signatureError(verdict: Exclude<WalletVerdict, { kind: "valid" }>): AppError {
	switch (verdict.kind) {
		case "invalid_signer":
			return new AppError({
				code: "INVALID_SIGNER",
				message: `The signature is not valid for the account that must sign: ${verdict.reason}. Nothing was stored.`,
			});
		case "no_rpc":
			return new AppError({
				code: "INVALID_SIGNER",
				message: `The signature is not by the key of the account that must sign. If the account is a contract wallet, its signature cannot be verified, because this service has no node for chain ${verdict.chainId}. Nothing was stored.`,
			});
		case "unavailable":
			return new AppError({
				code: "SERVICE_UNAVAILABLE",
				message:
					"The signature could not be verified, because the chain's node did not respond. Nothing was stored. Retry after the time in Retry-After.",
				retryAfterSeconds: OUTAGE_RETRY_SECONDS,
				cause: verdict.reason,
			});
	}
}
