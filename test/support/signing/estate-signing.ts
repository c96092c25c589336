/** Bodies of estate calls, signed with viem and so independent of the verifying code. */
import type { PrivateKeyAccount } from "viem/accounts";
import { currentAgreement } from "../../../src/estates/agreement/agreement.ts";
import { bytesToHex, type Hex } from "../../../src/kernel/encoding/hex.ts";
import { testSecrets } from "../service/secrets.ts";
import { estateMessages } from "./estate-messages.ts";

/** Signed fields. `service`: by default that of the worker tests. The body has `chainId` only if it is given. */
type Estate = { service?: string; ownerAddress?: string; chainId?: number };

const SERVICE = testSecrets.BASE_URL;

const sign = (account: PrivateKeyAccount, typedData: { types: object; message: object }) =>
	account.signTypedData(typedData as unknown as Parameters<PrivateKeyAccount["signTypedData"]>[0]);

const named = (chainId: number | undefined) => (chainId === undefined ? {} : { chainId });

export const newNonce = (): Hex => bytesToHex(crypto.getRandomValues(new Uint8Array(32)));

export async function agreementBody(signer: PrivateKeyAccount, fields: Estate & { nonce?: Hex } = {}) {
	const { version, documentHash } = currentAgreement;
	const { service = SERVICE, chainId, ownerAddress = signer.address, nonce = newNonce() } = fields;
	const message = { chainId: chainId ?? 1, service, ownerAddress, version, documentHash, nonce };
	return {
		service,
		version,
		documentHash,
		nonce,
		...named(chainId),
		signature: await sign(signer, estateMessages.agreement.typedData(message)),
	};
}

/** @param fields.expiresAt unix seconds; the body has it only if it is given */
export async function privacyCodeBody(
	signer: PrivateKeyAccount,
	fields: Estate & { label?: string; expiresAt?: number; nonce?: Hex } = {},
) {
	const { service = SERVICE, chainId, ownerAddress = signer.address, nonce = newNonce() } = fields;
	const { label = "Probate filing", expiresAt } = fields;
	const message = { chainId: chainId ?? 1, service, ownerAddress, label, expiresAt: expiresAt ?? 0, nonce };
	return {
		service,
		label,
		...(expiresAt !== undefined && { expiresAt }),
		nonce,
		...named(chainId),
		signature: await sign(signer, estateMessages.privacyCode.typedData(message)),
	};
}

/** @param fields.deadline unix seconds; default: in ten minutes */
export async function eraseBody(
	signer: PrivateKeyAccount,
	fields: Estate & { nonce?: Hex; deadline?: number } = {},
) {
	const { service = SERVICE, chainId, ownerAddress = signer.address, nonce = newNonce() } = fields;
	const { deadline = Math.floor(Date.now() / 1000) + 600 } = fields;
	const message = { chainId: chainId ?? 1, service, ownerAddress, nonce, deadline };
	const signature = await sign(signer, estateMessages.erase.typedData(message));
	return { service, nonce, deadline, ...named(chainId), signature };
}
