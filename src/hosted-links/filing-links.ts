/** Lets a wallet session file through a started link (hosted-links.md "One link, one case"). */
import type { Hex } from "../kernel/hex.ts";
import { caseIdOf } from "../kernel/ids.ts";
import type { LinkReservation } from "../protocol/case-state.ts";
import type { LinkUse } from "../recovery/case/case-messages.ts";
import type { RecoveryIntent } from "../recovery/intent/intent.ts";
import { hashRecoveryIntent } from "../recovery/intent/typed-data.ts";
import type { LinkRows } from "./hosted-links.d1.ts";
import {
	type AgreementLink,
	CLOCK_DIFFERENCE_MS,
	type LinkKind,
	RESERVATION_MS,
	type ViewState,
	viewStateOf,
} from "./link.ts";
import type { LinkRejection } from "./link-rejection.ts";
import { differencesOf, ownerDifferences } from "./locked-fields.ts";
import type { PageLinks, SeenLink } from "./page-links.ts";

const SECOND_MS = 1000;
const MAX_ATTEMPTS = 5;

/** `reserve` is called right before the case is created. */
export type CaseLink = {
	kind: "link";
	developerId: string;
	reference: string | undefined;
	reserve: () => Promise<({ kind: "reserved" } & LinkReservation) | LinkRejection>;
};

type Ports = {
	rows: Pick<LinkRows, "find" | "reserve">;
	findStarted: PageLinks["findStarted"];
	/** Asks the case's object, which writes the link's use to D1 if it is late. */
	linkUseOf: (caseId: string, linkId: string) => Promise<LinkUse>;
	clock: () => number;
};

export type FilingLinks = ReturnType<typeof createFilingLinks>;

export function createFilingLinks({ rows, findStarted, linkUseOf, clock }: Ports) {
	async function forCase(secret: string, intent: RecoveryIntent): Promise<CaseLink | LinkRejection> {
		const seen = await findStarted(secret);
		if (!seen) return { kind: "unknown_link" };
		const { link } = seen;
		const jrcHash = hashRecoveryIntent(intent);
		const { linkId, developerId, reference } = link;
		const filing = { kind: "link", developerId, reference: reference ?? undefined } as const;
		const state = stateOf(seen, "recovery");
		if (state === "used" && isPresent(seen) && link.caseId === caseIdOf(jrcHash)) {
			// The case exists, so its object does not check the end.
			return { ...filing, reserve: async () => ({ kind: "reserved", linkId, until: 0 }) };
		}
		if (state !== "started") return { kind: "link_unusable", state };
		const differences = differencesOf(link, intent);
		if (differences.length > 0) return { kind: "locked_fields", differences };
		return { ...filing, reserve: () => reserve(seen, jrcHash) };
	}

	async function forAgreement(
		secret: string,
		ownerAddress: string,
	): Promise<({ kind: "link" } & AgreementLink) | LinkRejection> {
		const seen = await findStarted(secret);
		if (!seen) return { kind: "unknown_link" };
		const { link } = seen;
		const state = stateOf(seen, "estate");
		const isUsed = state === "used" && isPresent(seen);
		if (state !== "started" && !isUsed) return { kind: "link_unusable", state };
		const differences = ownerDifferences(link, ownerAddress);
		if (differences.length > 0) return { kind: "locked_fields", differences };
		const { linkId, developerId } = link;
		return { kind: "link", linkId, developerId, secretHash: link.secretHash ?? "", isUsed };
	}

	async function reserve(
		{ link: { linkId }, secretHash = "" }: SeenLink,
		jrcHash: Hex,
	): ReturnType<CaseLink["reserve"]> {
		let previous: { jrcHash: string; until: number } | null = null;
		for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
			const now = clock();
			const until = now + RESERVATION_MS;
			if (await rows.reserve({ linkId, secretHash, jrcHash, previous, until, now })) {
				return { kind: "reserved", linkId, until };
			}
			const link = await rows.find(linkId);
			if (!link) return { kind: "unknown_link" };
			const state = viewStateOf(link, secretHash, now);
			if (state !== "started") return { kind: "link_unusable", state };
			const { reservedHash, reservedUntil } = link;
			if (reservedHash === null || reservedUntil === null || reservedHash === jrcHash) continue;
			const waitMs = reservedUntil + CLOCK_DIFFERENCE_MS - now;
			const use = await linkUseOf(caseIdOf(reservedHash as Hex), linkId);
			if (use === "this") return { kind: "link_unusable", state: "used" };
			if (use === "absent" && waitMs > 0) return busy(waitMs);
			previous = { jrcHash: reservedHash, until: reservedUntil };
		}
		return busy(RESERVATION_MS);
	}

	function stateOf({ link, secretHash }: SeenLink, kind: LinkKind): ViewState | "of_other_kind" {
		return link.kind === kind ? viewStateOf(link, secretHash, clock()) : "of_other_kind";
	}

	return { forCase, forAgreement };
}

const isPresent = ({ link, secretHash }: SeenLink) => link.secretHash === secretHash;

const busy = (waitMs: number): LinkRejection => ({
	kind: "link_busy",
	retryAfterSeconds: Math.ceil(waitMs / SECOND_MS),
});
