/** The one place where a reason of this slice becomes an error for the caller. */
import { AppError } from "../kernel/app-error.ts";
import { signatureError } from "../recovery/signature-error.ts";
import type { OwnerProofRefusal } from "./owner-proof.ts";

/** Every answer of the services that is no success. */
export type EstateReason =
	| OwnerProofRefusal
	/** The estate was erased while the request was on its way. */
	| { kind: "erased" };

export function estateError(reason: EstateReason): AppError {
	switch (reason.kind) {
		case "not_owner":
			return new AppError({
				code: "FORBIDDEN",
				message: "This session is of another address. It sees and changes its own estate profile only.",
			});
		case "other_proof":
			return new AppError({
				code: "FORBIDDEN",
				message:
					"The session was opened by another proof than the signature's: a key's and a contract's are two estate profiles, and so are a contract's on two chains. Nothing was stored.",
			});
		case "erased":
			return new AppError({
				code: "RESOURCE_NOT_FOUND",
				message: "There is no such estate profile: it was never initialised, or it was erased.",
			});
		case "invalid-signer":
		case "no-rpc":
		case "unavailable":
			return signatureError(reason);
		default:
			return reason satisfies never;
	}
}
