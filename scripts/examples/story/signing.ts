/** Every message that a wallet signs, as the service prepares it. */
import { hashStruct, hashTypedData } from "viem";
import { closeCase, courtOrder, ownerAddress, vectorIntent } from "../../../test/support/signing/vectors.ts";
import { sha256Of } from "../../../test/support/signing/will-signing.ts";
import { caseOf, willText } from "./cases.ts";
import type { Stage } from "./people.ts";

const nonce = `0x${"ab".repeat(32)}`;

export async function prepareMessages({ record }: Stage): Promise<void> {
	const { rec, txs } = vectorIntent;
	const { jrcHash } = caseOf({});
	const ofCase = { jrcHash, chainId: rec.chainId };
	const { bytes, type } = willText;
	const ofOwner = { ownerAddress, chainId: 1 };
	const will = { version: 1, sha256: sha256Of(bytes), mimeType: type, size: bytes.length };
	const messages = {
		NewCase: { case: { ...rec, jrcHash }, transactions: txs },
		CourtOrder: { ...ofCase, courtInfo: courtOrder },
		CloseCase: { ...ofCase, ...closeCase },
		ContestAll: {
			account: rec.lostAccount,
			chainId: rec.chainId,
			nonce,
			deadline: Math.floor(Date.now() / 1000) + 600,
		},
		Agreement: { ...ofOwner, nonce: `0x${"cd".repeat(32)}` },
		PrivacyCode: { ...ofOwner, label: "Probate filing", expiresAt: 0, nonce },
		Will: { ...ofOwner, ...will },
		Erase: { ...ofOwner, nonce, deadline: Math.floor(Date.now() / 1000) + 600 },
	};
	for (const [message, fields] of Object.entries(messages)) {
		await record("prepareTypedData", { body: { message, ...fields }, name: message, derive: hashAgain });
	}
}

/** The deadline was replaced. */
function hashAgain(prepared: Record<string, unknown>) {
	const typedData = Object(prepared.typedData) as Parameters<typeof hashTypedData>[0];
	const { types, primaryType, message } = typedData;
	const structHash = hashStruct({ types, primaryType, data: message } as Parameters<typeof hashStruct>[0]);
	return { ...prepared, digest: hashTypedData(typedData), structHash };
}
