/** The hashing Worker with viem's hash and recovery. */
import { type Hex, hashStruct, hashTypedData, recoverAddress } from "viem";
import type { RecoveryIntent } from "../../../src/recovery/core/intent.ts";
import { createHashingWorker } from "./hashing-worker.ts";

const types = {
	NewCase: [
		{ name: "intent", type: "RecoveryIntent" },
		{ name: "email", type: "string" },
	],
	RecoveryIntent: [
		{ name: "lostAccount", type: "address" },
		{ name: "recoveryAccount", type: "address" },
		{ name: "chainId", type: "uint256" },
		{ name: "reasonForRecovery", type: "string" },
		{ name: "txs", type: "Call[]" },
	],
	Call: [
		{ name: "dest", type: "address" },
		{ name: "value", type: "uint256" },
		{ name: "data", type: "bytes" },
	],
} as const;

function messageOf({ rec, txs }: RecoveryIntent) {
	return {
		lostAccount: rec.lostAccount as Hex,
		recoveryAccount: rec.recoveryAccount as Hex,
		chainId: BigInt(rec.chainId),
		reasonForRecovery: rec.reasonForRecovery,
		txs: txs.map(({ dest, value, data }) => ({
			dest: dest as Hex,
			value: BigInt(value),
			data: data as Hex,
		})),
	};
}

export default createHashingWorker({
	hashIntent: (intent) => hashStruct({ data: messageOf(intent), primaryType: "RecoveryIntent", types }),
	recover: async (intent, signature) => {
		const { chainId, email } = intent.rec;
		const hash = hashTypedData({
			domain: { name: "Replevin", version: "1", chainId },
			types,
			primaryType: "NewCase",
			message: { intent: messageOf(intent), email: email ?? "" },
		});
		return (await recoverAddress({ hash, signature })).toLowerCase();
	},
});
