/** Lets a wallet session file through a started link (hosted-links.md "One link, one case"). */
import type { Principal } from "../http/principal.ts";
import { caseIdOf } from "../kernel/crypto/ids.ts";
import type { Hex } from "../kernel/encoding/hex.ts";
import { AppError } from "../kernel/errors/app-error.ts";
import type { LinkReservation } from "../protocol/case-state.ts";
import type { RecoveryIntent } from "../protocol/intent.ts";
import type { LinkUse } from "../recovery/case/case-messages.ts";
import type { FilingLink } from "../recovery/case/filing.ts";
import { hashRecoveryIntent } from "../recovery/intent/typed-data.ts";
import { invalidLinkFields, linkStatusError, linkUnusable, unknownLink } from "./errors.ts";
import type { LinkRows } from "./hosted-links.d1.ts";
import {
	type AgreementLink,
	CLOCK_DIFFERENCE_MS,
	type LinkKind,
	RESERVATION_MS,
	type ViewState,
	viewStateOf,
} from "./link.ts";
import { linkSecretOf } from "./link-header.ts";
import { differencesOf, ownerDifferences } from "./locked-fields.ts";
import type { PageLinks, SeenLink } from "./page-links.ts";

const SECOND_MS = 1000;
const MAX_ATTEMPTS = 5;

/** A request whose header may have the secret of a link. */
type Sent = { headers: Headers; principal: Principal };

type Ports = {
	rows: Pick<LinkRows, "find" | "reserve">;
	findStarted: PageLinks["findStarted"];
	/** Asks the case's object, which writes the link's use to D1 if it is late. */
	linkUseOf: (caseId: string, linkId: string) => Promise<LinkUse>;
	clock: () => number;
};

/** Without the header both functions return undefined. */
export function createFilingLinks({ rows, findStarted, linkUseOf, clock }: Ports) {
	/** @throws AppError if the link cannot be used for this intent */
	async function linkOfCase({
		intent,
		...sent
	}: Sent & { intent: RecoveryIntent }): Promise<FilingLink | undefined> {
		const secret = secretOf(sent);
		if (secret === undefined) return undefined;
		const seen = await findStarted(secret);
		const { link } = seen;
		const jrcHash = hashRecoveryIntent(intent);
		const { linkId, developerId, reference } = link;
		const filing = { developerId, reference: reference ?? undefined };
		const state = stateOf(seen, "recovery");
		if (state === "used" && isPresent(seen) && link.caseId === caseIdOf(jrcHash)) {
			// The case exists, so its object does not check the end.
			return { ...filing, reserve: async () => ({ linkId, until: 0 }) };
		}
		if (state !== "started") throw linkUnusable(state);
		const differences = differencesOf(link, intent);
		if (differences.length > 0) throw invalidLinkFields(differences);
		return { ...filing, reserve: () => reserve(seen, jrcHash) };
	}

	/** @throws AppError if the link cannot be used for this owner */
	async function linkOfAgreement({
		ownerAddress,
		...sent
	}: Sent & { ownerAddress: string }): Promise<AgreementLink | undefined> {
		const secret = secretOf(sent);
		if (secret === undefined) return undefined;
		const seen = await findStarted(secret);
		const { link } = seen;
		const state = stateOf(seen, "estate");
		const isUsed = state === "used" && isPresent(seen);
		if (state !== "started" && !isUsed) throw linkUnusable(state);
		const differences = ownerDifferences(link, ownerAddress);
		if (differences.length > 0) throw invalidLinkFields(differences);
		const { linkId, developerId } = link;
		return { linkId, developerId, secretHash: link.secretHash ?? "", isUsed };
	}

	async function reserve(
		{ link: { linkId }, secretHash = "" }: SeenLink,
		jrcHash: Hex,
	): Promise<LinkReservation> {
		let previous: { jrcHash: string; until: number } | null = null;
		for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
			const now = clock();
			const until = now + RESERVATION_MS;
			if (await rows.reserve({ linkId, secretHash, jrcHash, previous, until, now })) {
				return { linkId, until };
			}
			const link = await rows.find(linkId);
			if (!link) throw unknownLink();
			const state = viewStateOf(link, secretHash, now);
			if (state !== "started") throw linkUnusable(state);
			const { reservedHash, reservedUntil } = link;
			if (reservedHash === null || reservedUntil === null || reservedHash === jrcHash) continue;
			const waitMs = reservedUntil + CLOCK_DIFFERENCE_MS - now;
			const use = await linkUseOf(caseIdOf(reservedHash as Hex), linkId);
			if (use === "this") throw linkUnusable("used");
			if (use === "absent" && waitMs > 0) throw busy(waitMs);
			previous = { jrcHash: reservedHash, until: reservedUntil };
		}
		throw busy(RESERVATION_MS);
	}

	function stateOf({ link, secretHash }: SeenLink, kind: LinkKind): ViewState | "of_other_kind" {
		return link.kind === kind ? viewStateOf(link, secretHash, clock()) : "of_other_kind";
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

const isPresent = ({ link, secretHash }: SeenLink) => link.secretHash === secretHash;

const busy = (waitMs: number): AppError =>
	linkStatusError(
		"Another case is being filed through this link. Retry after the time in Retry-After.",
		Math.ceil(waitMs / SECOND_MS),
	);
