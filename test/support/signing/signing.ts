/** Claimants and owners who sign with viem, independently of the verifying code. */
import { type Hex, toHex } from "viem";
import { type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import type { RecoveryIntent } from "../../../src/protocol/intent.ts";
import type { CourtInfo } from "../../../src/protocol/signed-messages.ts";
import {
	closeCaseTypedData,
	contestAllTypedData,
	courtOrderTypedData,
	hashRecoveryIntent,
	newCaseTypedData,
} from "../../../src/recovery/intent/typed-data.ts";
import { courtOrder, lostAccountKey, recoveryAccountKey, vectorIntent } from "./vectors.ts";

export const claimant = privateKeyToAccount(recoveryAccountKey);
export const owner = privateKeyToAccount(lostAccountKey);
export const stranger = privateKeyToAccount(`0x${"44".repeat(32)}`);

let intents = 0;

/** A new intent of the vectors' claimant. No other test uses it. */
export function newIntent(rec: Partial<RecoveryIntent["rec"]> = {}): RecoveryIntent {
	const txs = [{ ...vectorIntent.txs[0], value: String(++intents) }];
	return { rec: { ...vectorIntent.rec, ...rec }, txs };
}

const sign = (account: PrivateKeyAccount, typedData: { types: object; message: object }) =>
	account.signTypedData(typedData as unknown as Parameters<PrivateKeyAccount["signTypedData"]>[0]);

export async function newCaseBody(intent: RecoveryIntent, signer = claimant) {
	return {
		case: intent.rec,
		transactions: intent.txs,
		signature: await sign(signer, newCaseTypedData(intent)),
	};
}

export async function courtOrderBody(
	intent: RecoveryIntent,
	signer = claimant,
	courtInfo: CourtInfo = courtOrder,
) {
	const message = { chainId: intent.rec.chainId, jrcHash: hashRecoveryIntent(intent), courtInfo };
	return { courtInfo, signature: await sign(signer, courtOrderTypedData(message)) };
}

export async function closeBody(
	intent: RecoveryIntent,
	action: "contest" | "withdraw",
	signer: PrivateKeyAccount,
	reason = "for the record",
) {
	const message = { chainId: intent.rec.chainId, jrcHash: hashRecoveryIntent(intent), action, reason };
	return { reason, signature: await sign(signer, closeCaseTypedData(message)) };
}

/** The body of `contest-all`; the deadline is in half an hour. */
export async function contestAllBody({
	account = owner,
	chainId = vectorIntent.rec.chainId,
	nonce = toHex(crypto.getRandomValues(new Uint8Array(32))),
	deadline = Math.floor(Date.now() / 1000) + 1800,
}: {
	account?: PrivateKeyAccount;
	chainId?: number;
	nonce?: Hex;
	deadline?: number;
} = {}) {
	const message = { account: account.address, chainId, nonce, deadline };
	return { ...message, signature: await sign(account, contestAllTypedData(message)) };
}
