/** Signed cases that are not filed yet. */
import { randomBytes } from "node:crypto";
import { toHex } from "viem";
import type { PrivateKeyAccount } from "viem/accounts";
import type { Call, RecoveryIntent } from "../../src/protocol/intent.ts";
import { hashRecoveryIntent } from "../../src/recovery/intent/typed-data.ts";
import { closeBody, courtOrderBody, newCaseBody } from "../../test/support/signing/signing.ts";
import { CHAIN_ID } from "./client.ts";

const address = () => toHex(randomBytes(20));

/** A case of this recovery account, on an account that nobody else names unless one is given. */
export async function signedCase(
	wallet: PrivateKeyAccount,
	{ lostAccount = address(), calldata = [] }: { lostAccount?: `0x${string}`; calldata?: Call["data"][] } = {},
) {
	const payment = { dest: address(), value: "1", data: "0x" } as const;
	const intent: RecoveryIntent = {
		rec: {
			lostAccount,
			recoveryAccount: wallet.address,
			chainId: CHAIN_ID,
			reasonForRecovery: "lost key",
			email: null,
		},
		txs: [payment, ...calldata.map((data) => ({ ...payment, data }))],
	};
	const path = `/recovery-cases/${hashRecoveryIntent(intent)}`;
	return {
		path,
		body: await newCaseBody(intent, wallet),
		order: () => courtOrderBody(intent, wallet),
		contest: (owner: PrivateKeyAccount) => closeBody(intent, "contest", owner),
	};
}
