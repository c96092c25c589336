import * as z from "zod";
import { toChecksumAddress } from "../../kernel/crypto/address.ts";
import { lazy } from "../../kernel/once.ts";
import { doc } from "../../kernel/schemas/doc.ts";
import { lazyObject } from "../../kernel/schemas/lazy-object.ts";
import { addressSchema } from "../../kernel/schemas/schemas.ts";
import { type EstateKey, KEY_CHAIN } from "../owner-proof.ts";

const EXAMPLE_ADDRESS = "0x5CbDd86a2FA8Dc4bDdd8a8f69dBa48572EeC07FB";

export const ownerParams = lazyObject(() => ({
	ownerAddress: addressSchema().meta({ example: EXAMPLE_ADDRESS }),
}));

export const ownerFields = lazy(() => ({
	ownerAddress: z.string().meta({ example: EXAMPLE_ADDRESS }),
	/** Null for a proof by the address's key (ADR 15). */
	chainId: z
		.int()
		.nullable()
		.meta({
			description: doc("The chain of a contract's profile; null for the profile of the address's key."),
			example: null,
		}),
}));

export function presentOwner({ ownerAddress, chainId }: EstateKey): {
	ownerAddress: string;
	chainId: number | null;
} {
	return {
		ownerAddress: toChecksumAddress(ownerAddress),
		chainId: chainId === KEY_CHAIN ? null : chainId,
	};
}
