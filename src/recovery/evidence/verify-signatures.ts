/**
 * Verifies the signatures of a bundle's moves. Reports a contract's as recorded, because only its chain can verify
 * it.
 */
import { bytesToHex, type Hex, hexToBytes } from "../../kernel/hex.ts";
import { jsonDifferences } from "../../kernel/json-differences.ts";
import { recoverAddress } from "../../kernel/secp256k1/recover-address.ts";
import {
	closeCaseDigest,
	closeCaseTypedData,
	contestAllDigest,
	contestAllTypedData,
	courtOrderDigest,
	courtOrderTypedData,
	newCaseDigestOfHashed,
} from "../intent/typed-data.ts";
import type { SignedPayload } from "./evidence-payload.ts";
import type { EvidenceFailure, UnsignedEvidence } from "./evidence-schema.ts";

export type EvidenceSignature = {
	/** JSON path of the move's payload. */
	where: string;
	move: SignedPayload["kind"];
	/** EIP-55. */
	signer: string;
	/** 32 bytes. */
	digest: Hex;
} & (
	| { proof: "recovered" }
	/** Unverified. `codeHash`: Keccak-256 of the contract's code at that block. */
	| { proof: "as_recorded"; blockNumber: number; codeHash: Hex }
);

type SignedMessage = {
	signer: string;
	digest: Uint8Array;
	/** Undefined if the payload lacks it. */
	typedData: unknown;
};

export function verifySignatures(bundle: UnsignedEvidence): {
	signatures: EvidenceSignature[];
	failures: EvidenceFailure[];
} {
	const signatures: EvidenceSignature[] = [];
	const failures: EvidenceFailure[] = [];
	for (const [position, { payload }] of bundle.history.entries()) {
		if (!("signature" in payload)) continue;
		const where = `$.history[${position}].payload`;
		const { signer, digest, typedData } = signedMessageOf(payload, bundle);
		if ("typedData" in payload) {
			for (const at of jsonDifferences(typedData, payload.typedData, `${where}.typedData`)) {
				failures.push({ where: at, what: "differs from the typed data of this case" });
			}
		}
		if ("digest" in payload && payload.digest !== bytesToHex(digest)) {
			failures.push({ where: `${where}.digest`, what: "is not the digest of this message" });
		}
		const common = { where, move: payload.kind, signer, digest: bytesToHex(digest) };
		const { proof, signature } = payload;
		if (proof.kind === "contract") {
			const { blockNumber, codeHash } = proof;
			signatures.push({ ...common, proof: "as_recorded", blockNumber, codeHash });
		} else if (recoverAddress(digest, hexToBytes(signature)) === signer.toLowerCase()) {
			signatures.push({ ...common, proof: "recovered" });
		} else {
			failures.push({
				where: `${where}.signature`,
				what: `is not a signature of this ${payload.kind} by ${signer}`,
			});
		}
	}
	return { signatures, failures };
}

function signedMessageOf(payload: SignedPayload, { intent, jrcHash }: UnsignedEvidence): SignedMessage {
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
		case "contest_all": {
			const { nonce, deadline } = payload.typedData.message;
			const message = { chainId, account: lostAccount, nonce, deadline: Number(deadline) };
			const typedData = contestAllTypedData(message);
			return { signer: lostAccount, digest: contestAllDigest(message), typedData };
		}
	}
}
