import type { SignableMessage } from "../kernel/crypto/eip712-words.ts";
import type { Hex } from "../kernel/encoding/hex.ts";

/** A message for a wallet, with the data that its signer and its sender need. */
export type PreparedMessage = SignableMessage & {
	/** The account that must sign: its address, or its role if the request does not give the address. */
	signer: string;
	/** The request that takes the signature, which the caller adds to `body`. */
	request: {
		method: "POST" | "PATCH" | "DELETE";
		/** Below the base path. */
		path: string;
		body: object;
	};
	/** Only for a message about a case. */
	jrcHash?: Hex;
	caseId?: string;
};
