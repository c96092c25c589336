/** Makes of what the services know about estates what goes out. */
import type * as z from "zod";
import { toChecksumAddress } from "../../kernel/address.ts";
import { isoTime, isoTimeOrNull } from "../../kernel/iso-time.ts";
import { currentAgreement } from "../agreement/agreement.ts";
import {
	type AcceptedAgreement,
	type Estate,
	type EstateKey,
	type EstateStatus,
	KEY_CHAIN,
	type PrivacyCodeStatus,
	type WillStatus,
} from "../ports.ts";
import type { profileResponse, willStatus } from "../response-schemas.ts";

type Profile = z.infer<typeof profileResponse>;

/** Field by field, so that nothing goes out that was not meant to. @param appOrigin where the terms are served */
export function presentProfile(estate: Estate, status: EstateStatus, appOrigin: string): Profile {
	const { version, documentHash, path } = currentAgreement;
	return {
		...presentOwner(estate),
		createdAt: isoTime(estate.createdAt),
		updatedAt: isoTime(estate.updatedAt),
		agreement: {
			current: { version, documentHash, url: `${appOrigin}${path}` },
			accepted: status.accepted && presentAcceptance(status.accepted),
		},
		will: status.will && presentWill(status.will),
		privacyCodes: status.privacyCodes.map(presentCode),
	};
}

/** Whose an estate is. */
export function presentOwner({ ownerAddress, chainId }: EstateKey): {
	ownerAddress: string;
	chainId: number | null;
} {
	return {
		ownerAddress: toChecksumAddress(ownerAddress),
		chainId: chainId === KEY_CHAIN ? null : chainId,
	};
}

export function presentAcceptance({ version, documentHash, acceptedAt }: AcceptedAgreement) {
	return { version, documentHash, acceptedAt: isoTime(acceptedAt) };
}

export function presentWill(will: WillStatus): z.infer<typeof willStatus> {
	const { version, sha256, mimeType, size, uploadedAt } = will;
	return { version, sha256, mimeType, size, uploadedAt: isoTime(uploadedAt) };
}

function presentCode(code: PrivacyCodeStatus): Profile["privacyCodes"][number] {
	const { codeId, label, hint, resolves } = code;
	return {
		codeId,
		label,
		hint,
		createdAt: isoTime(code.createdAt),
		expiresAt: isoTimeOrNull(code.expiresAt),
		revokedAt: isoTimeOrNull(code.revokedAt),
		resolves,
	};
}
