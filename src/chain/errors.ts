import { toChecksumAddress } from "../kernel/address.ts";
import { AppError, type SignatureDetail } from "../kernel/app-error.ts";
import type { SignatureComparison, SignatureRejection } from "./signature-verifier.ts";

const OUTAGE_RETRY_SECONDS = 10;
/** r ‖ s ‖ v, or the compact form of ERC-2098. */
const KEY_SIGNATURE_BYTES: readonly number[] = [64, 65];

type Form = "typed_data" | "text";

/** @param form what was signed: EIP-712 typed data, or text with `personal_sign` */
export function signatureError(rejection: SignatureRejection, form: Form = "typed_data"): AppError {
	switch (rejection.kind) {
		case "invalid_signer":
			return invalidSigner(
				`The signature is not valid for the account that must sign: ${rejection.reason}.`,
				rejection.comparison,
				form,
			);
		case "no_rpc":
			return invalidSigner(
				`The signature is not by the key of the account that must sign. A contract wallet's signature cannot be verified, because this service has no node for chain ${rejection.chainId}.`,
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

function invalidSigner(message: string, comparison: SignatureComparison, form: Form): AppError {
	const advice =
		comparison.recoveredSigner === null
			? "`details` says why it is not by a key, and has the `digest` that was verified."
			: "Compare the `digest` in `details` with the one that you signed. If they differ, the `recoveredSigner` there means nothing.";
	return new AppError({
		code: "INVALID_SIGNER",
		message: `${message} ${advice} Nothing was stored.`,
		details: [detailOf(comparison, form)],
	});
}

function detailOf(comparison: SignatureComparison, form: Form): SignatureDetail {
	const { expectedSigner, recoveredSigner, digest, chainId } = comparison;
	return {
		field: "signature",
		rule: "signer",
		message: `must be by ${checksummed(expectedSigner)}; ${causesOf(comparison, form)}`,
		expectedSigner: checksummed(expectedSigner),
		recoveredSigner: recoveredSigner && checksummed(recoveredSigner),
		digest,
		chainId,
	};
}

function causesOf(comparison: SignatureComparison, form: Form): string {
	const { recoveredSigner, recoveredRole, chainId, bytes, derived } = comparison;
	if (recoveredSigner === null)
		return `no key made it, because ${malformationOf(bytes)}; a contract wallet has to accept it for \`digest\``;
	if (recoveredRole !== undefined) return `${recoveredRole} has signed this message instead`;
	if (form === "text") {
		return "another account than this signed, or the text was changed before it was signed";
	}
	const fields =
		derived === undefined
			? "a signed field differs from the request"
			: `a signed field differs from the request or from the file, which is ${derived}`;
	return `if \`digest\` is not the one that you signed, the chainId of the signed domain is not ${chainId}, or ${fields}; if it is, another account signed, or the wallet used personal_sign instead of eth_signTypedData_v4`;
}

function malformationOf(bytes: number): string {
	return KEY_SIGNATURE_BYTES.includes(bytes)
		? "its r, s or v is not one that a key makes (for a high s, send the curve's order minus s, and the other v)"
		: `it has ${bytes} bytes, and a key's signature has 64 or 65`;
}

function checksummed(signer: string): string {
	return signer.startsWith("0x") ? toChecksumAddress(signer) : signer;
}
