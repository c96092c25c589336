/**
 * Who signed the moves of a bundle's case. Every digest is made anew from the intent and the message; a key's
 * signature has to recover to the party whose move it is. A contract's can only be asked for on its chain: it
 * is reported as it was recorded, with the digest for whoever wants to ask. Pure.
 */
import { bytesToHex, type Hex, hexToBytes } from "../../kernel/hex.ts";
import { jsonDifferences } from "../../kernel/json-differences.ts";
import { recoverAddress } from "../../kernel/secp256k1/recover-address.ts";
import {
	closeCaseDigest,
	closeCaseTypedData,
	courtOrderDigest,
	courtOrderTypedData,
	newCaseDigestOfHashed,
} from "../intent/typed-data.ts";
import type { EvidenceFailure } from "./evidence-failure.ts";
import type { SignedPayload } from "./evidence-payload.ts";
import type { UnsignedEvidence } from "./evidence-schema.ts";

export type EvidenceSignature = {
	/** JSON path of the move's payload. */
	where: string;
	move: SignedPayload["kind"];
	/** The party whose move it is, EIP-55. */
	signer: string;
	/** What was signed: 32 bytes. */
	digest: Hex;
} & (
	| { proof: "recovered" }
	/** Not verified: a contract said yes at that block, when its code had that Keccak-256. */
	| { proof: "as_recorded"; blockNumber: number; codeHash: Hex }
);

type Signing = {
	signer: string;
	digest: Uint8Array;
	/** The typed data that this digest is of, where the payload holds it. */
	typedData: unknown;
};

export function checkSignatures(bundle: UnsignedEvidence): {
	signatures: EvidenceSignature[];
	failures: EvidenceFailure[];
} {
	const signatures: EvidenceSignature[] = [];
	const failures: EvidenceFailure[] = [];
	for (const [place, { payload }] of bundle.history.entries()) {
		if (!("signature" in payload)) continue;
		const where = `$.history[${place}].payload`;
		const { signer, digest, typedData } = signingOf(payload, bundle);
		if ("typedData" in payload) {
			for (const at of jsonDifferences(typedData, payload.typedData, `${where}.typedData`)) {
				failures.push({ where: at, what: "differs from the typed data of this case" });
			}
		}
		const shown = { where, move: payload.kind, signer, digest: bytesToHex(digest) };
		const { proof, signature } = payload;
		if (proof.kind === "contract") {
			const { blockNumber, codeHash } = proof;
			signatures.push({ ...shown, proof: "as_recorded", blockNumber, codeHash });
		} else if (recoverAddress(digest, hexToBytes(signature)) === signer.toLowerCase()) {
			signatures.push({ ...shown, proof: "recovered" });
		} else {
			failures.push({
				where: `${where}.signature`,
				what: `is not a signature of this ${payload.kind} by ${signer}`,
			});
		}
	}
	return { signatures, failures };
}

function signingOf(payload: SignedPayload, { intent, jrcHash }: UnsignedEvidence): Signing {
	const { lostAccount, recoveryAccount, chainId, emailHash } = intent.rec;
	switch (payload.kind) {
		case "create": {
			const digest = newCaseDigestOfHashed({ chainId, jrcHash, emailHash });
			return { signer: recoveryAccount, digest, typedData: undefined };
		}
		case "attach_order": {
			const { title, fullCaseNumber, courtId, docketNumber } = payload.typedData.message;
			const courtInfo = { title, fullCaseNumber, courtId, docketNumber: Number(docketNumber) };
			const message = { chainId, jrcHash, courtInfo };
			const typedData = courtOrderTypedData(message);
			return { signer: recoveryAccount, digest: courtOrderDigest(message), typedData };
		}
		case "contest":
		case "withdraw": {
			const message = { chainId, jrcHash, action: payload.kind, reason: payload.typedData.message.reason };
			const signer = payload.kind === "contest" ? lostAccount : recoveryAccount;
			return { signer, digest: closeCaseDigest(message), typedData: closeCaseTypedData(message) };
		}
	}
}
