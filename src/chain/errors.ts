import { toChecksumAddress } from "../kernel/address.ts";
import { AppError, type SignatureDetail } from "../kernel/app-error.ts";
import type { SignatureComparison, SignatureRejection } from "./signature-verifier.ts";

const OUTAGE_RETRY_SECONDS = 10;

/** @param form what was signed: EIP-712 typed data, or text with `personal_sign` */
export function signatureError(
	rejection: SignatureRejection,
	form: "typed_data" | "text" = "typed_data",
): AppError {
	switch (rejection.kind) {
		case "invalid_signer":
			return invalidSigner(
				`The signature is not valid for the account that must sign: ${rejection.reason}.`,
				rejection.comparison,
				form,
			);
		case "no_rpc":
			return invalidSigner(
				`The signature is not by the key of the account that must sign. If the account is a contract wallet, its signature cannot be verified, because this service has no node for chain ${rejection.chainId}.`,
				rejection.comparison,
				form,
			);
		case "unavailable":
			return new AppError({
				code: "SERVICE_UNAVAILABLE",
				message:
					"The signature could not be verified, because the chain's node did not respond. Nothing was stored. Retry after the time in Retry-After.",
				retryAfterSeconds: OUTAGE_RETRY_SECONDS,
				cause: rejection.reason,
			});
	}
}

function invalidSigner(
	message: string,
	comparison: SignatureComparison,
	form: "typed_data" | "text",
): AppError {
	return new AppError({
		code: "INVALID_SIGNER",
		message: `${message} \`details\` names both accounts and the digest that was verified. Nothing was stored.`,
		details: [detailOf(comparison, form)],
	});
}

function detailOf(comparison: SignatureComparison, form: "typed_data" | "text"): SignatureDetail {
	const { expectedSigner, recoveredSigner, digest, chainId } = comparison;
	const causes =
		form === "text"
			? "another account than this signed, or the text was changed before it was signed"
			: `the chainId of the signed domain is not ${chainId}, a signed field differs from the request, or another account signed`;
	return {
		field: "signature",
		message: `must be by ${checksummed(expectedSigner)}; the usual causes are that ${causes}`,
		expectedSigner: checksummed(expectedSigner),
		recoveredSigner: recoveredSigner && checksummed(recoveredSigner),
		digest,
		chainId,
	};
}

function checksummed(signer: string): string {
	return signer.startsWith("0x") ? toChecksumAddress(signer) : signer;
}
