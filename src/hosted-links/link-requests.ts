/** Reads the link that a request of a hosted page files through, from the header of its secret. */
import type { Principal } from "../http/principal.ts";
import { AppError } from "../kernel/app-error.ts";
import type { FilingLink } from "../recovery/case/filing.ts";
import type { RecoveryIntent } from "../recovery/intent/intent.ts";
import { hostedLinkError } from "./errors.ts";
import type { FilingLinks } from "./filing-links.ts";
import type { AgreementLink } from "./link.ts";
import { linkSecretOf } from "./link-header.ts";

type Sent = { headers: Headers; principal: Principal };

export type LinkRequests = ReturnType<typeof createLinkRequests>;

/** Without the header both functions return undefined. */
export function createLinkRequests(filing: FilingLinks) {
	/** @throws AppError if the link cannot be used for this intent */
	async function linkOfCase(sent: Sent & { intent: RecoveryIntent }): Promise<FilingLink | undefined> {
		const secret = secretOf(sent);
		if (secret === undefined) return undefined;
		const found = await filing.forCase(secret, sent.intent);
		if (found.kind !== "link") throw hostedLinkError(found);
		const { developerId, reference } = found;
		const reserve = async () => {
			const reserved = await found.reserve();
			if (reserved.kind !== "reserved") return { error: hostedLinkError(reserved) };
			const { linkId, until } = reserved;
			return { linkId, until };
		};
		return { developerId, reference, reserve };
	}

	/** @throws AppError if the link cannot be used for this owner */
	async function linkOfAgreement(sent: Sent & { ownerAddress: string }): Promise<AgreementLink | undefined> {
		const secret = secretOf(sent);
		if (secret === undefined) return undefined;
		const found = await filing.forAgreement(secret, sent.ownerAddress);
		if (found.kind !== "link") throw hostedLinkError(found);
		return found;
	}

	return { linkOfCase, linkOfAgreement };
}

/** @throws AppError FORBIDDEN unless the caller is a wallet session that no page opened */
function secretOf({ headers, principal }: Sent): string | undefined {
	const secret = linkSecretOf(headers);
	if (secret === undefined) return undefined;
	if (principal.kind === "wallet" && principal.page === null) return secret;
	throw new AppError({
		code: "FORBIDDEN",
		message: "Only a wallet session that no page opened can file through a hosted link. Nothing was stored.",
	});
}
