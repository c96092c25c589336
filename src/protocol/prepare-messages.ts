/**
 * Makes each message that wallets sign, with the request that takes its signature, from complete fields. The service
 * responds with it to `POST /typed-data`, and the SDK makes it offline. Malformed values throw a RangeError.
 */
import type { ChecksumAddresses } from "../kernel/crypto/checksum-address.ts";
import type { SignableMessage } from "../kernel/crypto/eip712-words.ts";
import type { Hex } from "../kernel/encoding/hex.ts";
import type { createEstateMessages } from "./estate-messages.ts";
import type { Call, Rec } from "./intent.ts";
import type { PreparedMessage } from "./prepared-message.ts";
import type {
	CloseCaseMessage,
	ContestAllMessage,
	CourtOrderMessage,
	SignedMessages,
} from "./signed-messages.ts";

/** The chain of a message about an estate that names none. */
export const DEFAULT_CHAIN_ID = 1;
/** For a message that names no deadline: a person has time to read, and clocks may differ. */
export const DEADLINE_AHEAD_SECONDS = 1800;

type CaseParts = {
	messages: SignedMessages;
	toChecksumAddress: ChecksumAddresses["toChecksumAddress"];
	caseIdOf: (jrcHash: Hex) => string;
};
type NewCaseFields = { case: Rec & { readonly jrcHash?: Hex | undefined }; transactions: readonly Call[] };

export function createCasePreparer({ messages, toChecksumAddress, caseIdOf }: CaseParts) {
	const ofCase = (jrcHash: Hex, message: PreparedMessage): PreparedMessage => ({
		...message,
		jrcHash,
		caseId: caseIdOf(jrcHash),
	});
	return {
		/** @param jrcHash of the intent */
		newCase({ case: rec, transactions }: NewCaseFields, jrcHash: Hex): PreparedMessage {
			return ofCase(jrcHash, {
				...messages.signableNewCase({ rec, txs: transactions }, jrcHash),
				signer: toChecksumAddress(rec.recoveryAccount),
				request: { method: "POST", path: "/recovery-cases/new-case", body: { case: rec, transactions } },
			});
		},
		courtOrder({ courtInfo, chainId, ...given }: CourtOrderMessage): PreparedMessage {
			const jrcHash = lowerCase(given.jrcHash);
			return ofCase(jrcHash, {
				...messages.signableCourtOrder({ chainId, jrcHash, courtInfo }),
				signer: "recoveryAccount of the case",
				request: { method: "PATCH", path: `/recovery-cases/${jrcHash}/court-order`, body: { courtInfo } },
			});
		},
		closeCase({ action, reason, chainId, ...given }: CloseCaseMessage): PreparedMessage {
			const jrcHash = lowerCase(given.jrcHash);
			const role = action === "contest" ? "lostAccount" : "recoveryAccount";
			return ofCase(jrcHash, {
				...messages.signableCloseCase({ chainId, jrcHash, action, reason }),
				signer: `${role} of the case`,
				request: { method: "POST", path: `/recovery-cases/${jrcHash}/${action}`, body: { reason } },
			});
		},
		contestAll({ chainId, deadline, ...given }: ContestAllMessage): PreparedMessage {
			const account = toChecksumAddress(given.account);
			const body = { account, chainId, nonce: lowerCase(given.nonce), deadline };
			const request = { method: "POST", path: "/recovery-cases/contest-all", body } as const;
			return { ...messages.signableContestAll(body), signer: account, request };
		},
	};
}

type EstateMessages = ReturnType<typeof createEstateMessages>;
type EstateParts = { messages: EstateMessages; toChecksumAddress: ChecksumAddresses["toChecksumAddress"] };
type FieldsOf<Name extends keyof EstateMessages> = Parameters<EstateMessages[Name]["signable"]>[0];
type Endpoint = [method: PreparedMessage["request"]["method"], path: string];

export function createEstatePreparer({ messages, toChecksumAddress }: EstateParts) {
	/** @param path below that of the profile */
	const ofOwner = (
		signable: SignableMessage,
		{ ownerAddress, ...body }: { ownerAddress: string },
		[method, path]: Endpoint,
	): PreparedMessage => {
		const signer = toChecksumAddress(ownerAddress);
		return { ...signable, signer, request: { method, path: `/estate-profiles/${signer}${path}`, body } };
	};
	return {
		agreement: (message: FieldsOf<"agreement">): PreparedMessage =>
			ofOwner(messages.agreement.signable(message), message, ["POST", "/agreement"]),
		privacyCode: (message: FieldsOf<"privacyCode">): PreparedMessage =>
			ofOwner(messages.privacyCode.signable(message), message, ["POST", "/privacy-codes"]),
		will(message: FieldsOf<"will">): PreparedMessage {
			// The file says its type and size itself.
			const { mimeType: _, size: __, ...body } = message;
			return ofOwner(messages.will.signable(message), body, ["POST", "/will"]);
		},
		erase: (message: FieldsOf<"erase">): PreparedMessage =>
			ofOwner(messages.erase.signable(message), message, ["DELETE", ""]),
	};
}

function lowerCase(hash: Hex): Hex {
	return hash.toLowerCase() as Hex;
}
