import { toChecksumAddress } from "../kernel/crypto/address.ts";
import { AppError, type SignatureDetail } from "../kernel/errors/app-error.ts";
import type { SignatureRejection } from "./signature-verifier.ts";

const OUTAGE_RETRY_SECONDS = 10;
/** r ‖ s ‖ v, or the compact form of ERC-2098. */
const KEY_SIGNATURE_BYTES: readonly number[] = [64, 65];

type Form = "typed_data" | "text";
type Rejection = Exclude<SignatureRejection, { kind: "unavailable" }>;

/** @param form what was signed: EIP-712 typed data, or text with `personal_sign` */
export function signatureError(rejection: SignatureRejection, form: Form = "typed_data"): AppError {
	if (rejection.kind === "unavailable") {
		return new AppError({
			code: "SERVICE_UNAVAILABLE",
			message:
				"The signature could not be verified, because the chain's node did not respond. Nothing was stored. Retry after the time in Retry-After.",
			retryAfterSeconds: OUTAGE_RETRY_SECONDS,
			cause: rejection.reason,
		});
	}
	return new AppError({
		code: "INVALID_SIGNER",
		message: `${explanationOf(rejection)} Nothing was stored.`,
		details: [detailOf(rejection, form)],
	});
}

/** Begins with the likely cause, if the signature itself shows it. */
function explanationOf(rejection: Rejection): string {
	const { mistake, recoveredRole, recoveredSigner } = rejection.comparison;
	if (mistake !== undefined) return `The right account signed, but it signed ${mistake}.`;
	if (recoveredRole !== undefined) return `The other account of the case signed, ${recoveredRole}.`;
	const advice =
		recoveredSigner === null
			? "`details` says why it is not by a key, and has the `digest` that was verified."
			: "Compare the `digest` in `details` with the one that you signed. If they differ, the `recoveredSigner` there means nothing.";
	if (rejection.kind === "invalid_signer")
		return `The signature is not valid for the account that must sign: ${rejection.reason}. ${advice}`;
	// Without a node nobody knows whether the account has code.
	return `The signature is not by the key of the account that must sign. ${advice} If the account is a contract: this service has no node for chain ${rejection.chainId}, so it cannot ask the contract.`;
}

function detailOf(rejection: Rejection, form: Form): SignatureDetail {
	const { expectedSigner, recoveredSigner, digest, chainId } = rejection.comparison;
	return {
		field: "signature",
		rule: "signer",
		message: `must be by ${checksummed(expectedSigner)}; ${causesOf(rejection, form)}`,
		expectedSigner: checksummed(expectedSigner),
		recoveredSigner: recoveredSigner && checksummed(recoveredSigner),
		digest,
		chainId,
	};
}

function causesOf(rejection: Rejection, form: Form): string {
	const { mistake, recoveredSigner, recoveredRole, chainId, bytes, derived } = rejection.comparison;
	if (mistake !== undefined) return `it signed ${mistake}`;
	if (recoveredSigner === null) {
		const isContract = rejection.kind === "invalid_signer" && rejection.byContract === true;
		const byContract = isContract ? "; the account's contract has to accept it for `digest`" : "";
		return `no key made it, because ${malformationOf(bytes)}${byContract}`;
	}
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
