/**
 * The digest of a typed message, and what wallets sign by mistake in its place. INVALID_SIGNER names the mistake if the
 * right account made it. A mistake costs one recovery of a key, and a message has few.
 */

import { personalDigest } from "../kernel/crypto/personal-digest.ts";
import { bytesToHex } from "../kernel/encoding/hex.ts";

export type Mistake = {
	digest: Uint8Array;
	/** Completes "it signed …". Names no account, because anyone may read it. */
	words: string;
};

export type TypedDataDigest = { chainId: number; digest: Uint8Array; mistakes: () => readonly Mistake[] };

/** Many wallets and libraries have this chain for a default. */
const USUAL_CHAIN = 1;

/**
 * @param digestUnder the message's digest under a chain
 * @param more mistakes of this kind of message
 */
export function typedDataDigest(
	chainId: number,
	digestUnder: (chainId: number) => Uint8Array,
	more: () => readonly Mistake[] = () => [],
): TypedDataDigest {
	const digest = digestUnder(chainId);
	const byPersonalSign = (signed: Uint8Array | string): Mistake => ({
		digest: personalDigest(signed),
		words: "the digest with personal_sign, and must sign the typed data with eth_signTypedData_v4",
	});
	const mistakes = () => [
		...(chainId === USUAL_CHAIN
			? []
			: [
					{
						digest: digestUnder(USUAL_CHAIN),
						words: `the message under chain ${USUAL_CHAIN}, and the chainId of the domain must be ${chainId}`,
					},
				]),
		byPersonalSign(digest),
		byPersonalSign(bytesToHex(digest)),
		...more(),
	];
	return { chainId, digest, mistakes };
}
