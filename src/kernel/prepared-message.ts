import type { SignableMessage } from "./eip712.ts";
import type { Hex } from "./hex.ts";

/** A message for a wallet, with everything that its signer and its sender need. */
export type PreparedMessage = SignableMessage & {
	/** The account that must sign: its address, or its role in words where the request does not give the address. */
	signer: string;
	/** The request that takes the signature, which is added to `body`. */
	request: {
		method: "POST" | "PATCH" | "DELETE";
		/** Below the base path. */
		path: string;
		body: object;
	};
	/** Of a message about a case. */
	jrcHash?: Hex;
	caseId?: string;
};
