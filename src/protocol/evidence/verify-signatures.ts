/** Verifies the signature of a move. Reports a contract's as recorded, because only its chain can verify it. */

import type { RecoverAddress } from "../../kernel/crypto/secp256k1/parse-signature.ts";
import { bytesToHex, type Hex, hexToBytes } from "../../kernel/encoding/hex.ts";
import { jsonDifferences } from "../../kernel/encoding/json-differences.ts";
import type { SignedMessages } from "../signed-messages.ts";
import type { UnsignedEvidence } from "./evidence-form.ts";
import { faultAt, type PlacedFault } from "./faults.ts";
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

/** `signature`: null if it is wrong. */
type Verified = { signature: EvidenceSignature | null; faults: PlacedFault[] };

/** @param position of the move in the history */
export function verifySignature(
	payload: SignedPayload,
	position: number,
	bundle: UnsignedEvidence,
	{ messages, recover }: SignatureTools,
): Verified {
	const where = `$.history[${position}].payload`;
	const message = signedMessageOf(payload, bundle, messages);
	const faults = messageFaults(where, payload, message);
	const { signer } = message;
	const { kind: move, proof } = payload;
	const common = { where, move, signer, digest: bytesToHex(message.digest) };
	if (proof.kind === "contract") {
		const { blockNumber, codeHash } = proof;
		return { signature: { ...common, proof: "as_recorded", blockNumber, codeHash }, faults };
	}
	const found = recover(message.digest, hexToBytes(payload.signature));
	if (found === signer.toLowerCase()) return { signature: { ...common, proof: "recovered" }, faults };
	const fault = { kind: "signature_wrong", move, expected: signer, found } as const;
	return { signature: null, faults: [...faults, faultAt(`${where}.signature`, fault)] };
}

function messageFaults(where: string, payload: SignedPayload, message: SignedMessage): PlacedFault[] {
	const faults: PlacedFault[] = [];
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
		case "approve_execution": {
			const { reviewer, module, terms } = payload;
			const message = { ...terms, reviewer, module, jrcHash, chainId, account: lostAccount };
			return { signer: reviewer, digest: messages.approvalDigest(message), typedData: undefined };
		}
	}
}
