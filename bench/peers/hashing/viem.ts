/** The hashing Worker with viem's hash and recovery. */
import { hashStruct, hashTypedData, recoverAddress } from "viem";
import { domainOf, messageOf, newCaseTypes } from "../../../test/support/signing/eip712-types.ts";
import { createHashingWorker } from "./hashing-worker.ts";

export default createHashingWorker({
	hashIntent: (intent) =>
		hashStruct({ data: messageOf(intent), primaryType: "RecoveryIntent", types: newCaseTypes }),
	recover: async (intent, signature) => {
		const { chainId, email } = intent.rec;
		const hash = hashTypedData({
			domain: domainOf(chainId),
			types: newCaseTypes,
			primaryType: "NewCase",
			message: { intent: messageOf(intent), email: email ?? "" },
		});
		return (await recoverAddress({ hash, signature })).toLowerCase();
	},
});
