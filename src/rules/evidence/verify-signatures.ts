/**
 * Verifies the signatures of a bundle's moves. Reports a contract's as recorded, because only its chain can verify
 * it.
 */
import { bytesToHex, type Hex, hexToBytes } from "../../kernel/hex.ts";
import { jsonDifferences } from "../../kernel/json-differences.ts";
import type { RecoverAddress } from "../../kernel/secp256k1/parse-signature.ts";
import type { SignedMessages } from "../signed-messages.ts";
import type { UnsignedEvidence } from "./evidence-form.ts";
import { type EvidenceFault, faultAt } from "./faults.ts";
import type { SignedPayload } from "./payload-form.ts";

/** A wallet's signature in a bundle's history. */
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

export type SignatureTools = { messages: SignedMessages; recover: RecoverAddress };

type SignedMessage = {
	signer: string;
	digest: Uint8Array;
	/** Undefined if the payload lacks it. */
	typedData: unknown;
};

type Verified = { signatures: EvidenceSignature[]; faults: EvidenceFault[] };

export function verifySignatures(bundle: UnsignedEvidence, { messages, recover }: SignatureTools): Verified {
	const signatures: EvidenceSignature[] = [];
	const faults: EvidenceFault[] = [];
	for (const [position, { payload }] of bundle.history.entries()) {
		if (!("signature" in payload)) continue;
		const where = `$.history[${position}].payload`;
		const message = signedMessageOf(payload, bundle, messages);
		faults.push(...messageFaults(where, payload, message));
		const { signer } = message;
		const common = { where, move: payload.kind, signer, digest: bytesToHex(message.digest) };
		const { proof, signature } = payload;
		if (proof.kind === "contract") {
			const { blockNumber, codeHash } = proof;
			signatures.push({ ...common, proof: "as_recorded", blockNumber, codeHash });
			continue;
		}
		const found = recover(message.digest, hexToBytes(signature));
		if (found === signer.toLowerCase()) {
			signatures.push({ ...common, proof: "recovered" });
			continue;
		}
		const { kind: move } = payload;
		faults.push(faultAt(`${where}.signature`, { kind: "signature_wrong", move, expected: signer, found }));
	}
	return { signatures, faults };
}

function messageFaults(where: string, payload: SignedPayload, message: SignedMessage): EvidenceFault[] {
	const faults: EvidenceFault[] = [];
	if ("typedData" in payload) {
		const differences = jsonDifferences(message.typedData, payload.typedData, `${where}.typedData`);
		for (const { path, expected, found } of differences)
			faults.push(faultAt(path, { kind: "message_differs", expected, found }));
	}
	const expected = bytesToHex(message.digest);
	if ("digest" in payload && payload.digest !== expected) {
		const found = payload.digest;
		faults.push(faultAt(`${where}.digest`, { kind: "message_digest_wrong", expected, found }));
	}
	return faults;
}

function signedMessageOf(
	payload: SignedPayload,
	{ intent, jrcHash }: UnsignedEvidence,
	messages: SignedMessages,
): SignedMessage {
	const { lostAccount, recoveryAccount, chainId, emailHash } = intent.rec;
	switch (payload.kind) {
		case "create": {
			const digest = messages.newCaseDigestOfHashed({ chainId, jrcHash, emailHash });
			return { signer: recoveryAccount, digest, typedData: undefined };
		}
		case "attach_order": {
			const { title, fullCaseNumber, courtId, docketNumber } = payload.typedData.message;
			const courtInfo = { title, fullCaseNumber, courtId, docketNumber: Number(docketNumber) };
			const message = { chainId, jrcHash, courtInfo };
			const typedData = messages.courtOrderTypedData(message);
			return { signer: recoveryAccount, digest: messages.courtOrderDigest(message), typedData };
		}
		case "contest":
		case "withdraw": {
			const message = { chainId, jrcHash, action: payload.kind, reason: payload.typedData.message.reason };
			const signer = payload.kind === "contest" ? lostAccount : recoveryAccount;
			const typedData = messages.closeCaseTypedData(message);
			return { signer, digest: messages.closeCaseDigest(message), typedData };
		}
		case "contest_all": {
			const { nonce, deadline } = payload.typedData.message;
			const message = { chainId, account: lostAccount, nonce, deadline: Number(deadline) };
			const typedData = messages.contestAllTypedData(message);
			return { signer: lostAccount, digest: messages.contestAllDigest(message), typedData };
		}
	}
}
