import type { RequestParts } from "../client/options.ts";
import type { Operations, PreparedMessage } from "../generated/api.ts";

/** The operations that take a signed message, by its name. */
type Takers = {
	NewCase: "createRecoveryCase";
	CourtOrder: "attachCourtOrder";
	CloseCase: "contestRecoveryCase" | "withdrawRecoveryCase";
	ContestAll: "contestAllRecoveryCases";
	Agreement: "acceptEstateAgreement";
	PrivacyCode: "createPrivacyCode";
	Will: "lodgeWill";
	Erase: "eraseEstateProfile";
};

/** The name of a message. */
export type MessageName = keyof Takers;

/** What a wallet has to sign for the message with this name. */
export type PreparedMessageOf<Name extends MessageName> = PreparedMessage & {
	typedData: { primaryType: Name };
};

/** The response to a signed message. */
export type Submitted<Name extends MessageName> = Operations[Takers[Name]]["result"];

const TAKERS: Record<Exclude<MessageName, "CloseCase">, keyof Operations> = {
	NewCase: "createRecoveryCase",
	CourtOrder: "attachCourtOrder",
	ContestAll: "contestAllRecoveryCases",
	Agreement: "acceptEstateAgreement",
	PrivacyCode: "createPrivacyCode",
	Will: "lodgeWill",
	Erase: "eraseEstateProfile",
};

/** The operation that takes a message, and its request. */
export function submission(
	{ typedData, signer, jrcHash, request }: PreparedMessage,
	added: object,
): { operation: keyof Operations; parts: RequestParts } {
	const { primaryType, message } = typedData;
	const closing = message.action === "contest" ? "contestRecoveryCase" : "withdrawRecoveryCase";
	const operation = primaryType === "CloseCase" ? closing : TAKERS[primaryType];
	return {
		operation,
		parts: {
			path: { ...(jrcHash && { jrcHash }), ownerAddress: signer },
			body: { ...request.body, ...added },
		},
	};
}
