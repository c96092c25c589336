/** The hashing Worker with the service's own hash and recovery. */

import { recoverAddress } from "../../../src/kernel/crypto/secp256k1/recover-address.ts";
import { hexToBytes } from "../../../src/kernel/encoding/hex.ts";
import { hashRecoveryIntent, newCaseDigest } from "../../../src/recovery/intent/typed-data.ts";
import { createHashingWorker } from "./hashing-worker.ts";

export default createHashingWorker({
	hashIntent: hashRecoveryIntent,
	recover: ({ rec, txs }, signature) => {
		const { chainId, email } = rec;
		const jrcHash = hashRecoveryIntent({ rec, txs });
		return recoverAddress(newCaseDigest({ chainId, jrcHash, email }), hexToBytes(signature));
	},
});
