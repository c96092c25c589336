import { and, eq, type SQL, sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/d1";
import { estateAgreementMessages, estateAgreements, estateNonces, hostedLinks } from "../../db/schema.ts";
import { sealedQuery } from "../../db/sealed-query.ts";
import { whole } from "../../db/whole.ts";
import { isBoundTo } from "../../hosted-links/bound-link.d1.ts";
import type { BoundLink } from "../../hosted-links/link.ts";
import type { Hex } from "../../kernel/encoding/hex.ts";
import type { Macs } from "../estate-macs.ts";
import {
	addHistory,
	addPartner,
	createEstate,
	idOfEstate,
	isSpent,
	removeBareProfiles,
	touchEstate,
} from "../estate-statements.d1.ts";
import type { EstateKey, OwnerSignature } from "../owner-proof.ts";
import type { AcceptedAgreement } from "./agreement.ts";

/** `developerId`: the sender; null for the owner's session. */
export type AgreementMessage = {
	estateKey: EstateKey;
	developerId: string | null;
	version: string;
	/** Lower case. */
	documentHash: Hex;
	/** In any letter case. */
	nonce: Hex;
	signed: OwnerSignature;
	/** The hosted link that the message uses up. */
	link?: BoundLink | undefined;
};

type Repetition =
	| { kind: "already_accepted"; acceptance: AcceptedAgreement }
	| { kind: "nonce_used" }
	| { kind: "link_used" };
type AcceptResult = { kind: "accepted"; estateId: string; acceptance: AcceptedAgreement } | Repetition;

export type AgreementRows = ReturnType<typeof createAgreementRows>;

export function createAgreementRows(database: D1Database) {
	const db = drizzle(database);

	const selectSender = (message: AgreementMessage) =>
		db
			.select({ developerId: estateAgreementMessages.developerId })
			.from(estateAgreementMessages)
			.where(isSame(message));

	const selectAcceptance = ({ estateKey, version }: AgreementMessage) =>
		db
			.select({
				version: estateAgreements.version,
				documentHash: estateAgreements.documentHash,
				acceptedAt: estateAgreements.acceptedAt,
			})
			.from(estateAgreements)
			.where(
				and(eq(estateAgreements.estateId, idOfEstate(estateKey)), eq(estateAgreements.version, version)),
			);

	/** Tells whether the link is usable, then uses it up. Last, because the other statements need the unused link. */
	function linkStatements(message: AgreementMessage, now: number) {
		if (!message.link) return [] as const;
		const isUsable = isBoundTo(message.link.linkId, message.link.secretHash, now);
		const use = db
			.update(hostedLinks)
			.set({ usedAt: now, endsAt: now, prefill: null, estateId: idOfEstate(message.estateKey) })
			.where(
				and(
					isUsable,
					sql`EXISTS (SELECT 1 FROM ${estateAgreementMessages} WHERE ${isSame(message)}
						AND developer_id = ${message.developerId})`,
				),
			);
		const select = db.select({ linkId: hostedLinks.linkId }).from(hostedLinks).where(isUsable);
		return [select, use] as const;
	}

	/** @param senders of the same message, at most one */
	function repetitionOf(
		{ developerId }: AgreementMessage,
		senders: readonly { developerId: string | null }[],
		[acceptance]: readonly AcceptedAgreement[],
	): Repetition {
		const isSameCaller = senders.some((sender) => sender.developerId === developerId);
		return isSameCaller && acceptance ? { kind: "already_accepted", acceptance } : { kind: "nonce_used" };
	}

	return {
		/**
		 * Uses up the nonce, records the message, and creates the estate if it is missing. Keeps the first acceptance of a
		 * version.
		 */
		async accept(
			message: AgreementMessage,
			macs: { owner: Macs; nonce: Macs; ownersBare: Macs; sendersBare: Macs },
			now: number,
		): Promise<AcceptResult> {
			const { estateKey, developerId, version } = message;
			const estateId = idOfEstate(estateKey);
			// Holds until the last write, which uses up the nonce.
			const isNew = and(sql`NOT ${isSpent(macs.nonce.all)}`, canUse(message, now)) as SQL;
			const dependent = { estateId, now, when: isNew };
			const [senders, , [written], , , , , , , present, usable] = await sealedQuery(
				"accept an agreement",
				db.batch([
					selectSender(message),
					createEstate(db, { key: estateKey, owner: macs.owner, bare: macs.ownersBare, now, when: isNew }),
					db
						.insert(estateAgreementMessages)
						.select(sql`${messageValues(message, now)} WHERE ${isNew}`)
						.returning({ estateId: estateAgreementMessages.estateId }),
					db
						.insert(estateAgreements)
						.select(sql`${acceptanceValues(message, now)} WHERE ${isNew}`)
						.onConflictDoNothing(),
					addHistory(db, { ...dependent, action: "agreement.accepted", actor: developerId, target: version }),
					touchEstate(db, dependent),
					addPartner(db, { ...dependent, developerId, bare: macs.sendersBare }),
					removeBareProfiles(db, [macs.ownersBare, macs.sendersBare], isNew),
					db.insert(estateNonces).select(sql`SELECT ${macs.nonce.current}, ${whole(now)} WHERE ${isNew}`),
					selectAcceptance(message),
					...linkStatements(message, now),
				] as const),
			);
			const [acceptance] = present;
			if (written && acceptance) return { kind: "accepted", estateId: written.estateId, acceptance };
			const repetition = repetitionOf(message, senders, present);
			const isLinkUsed = usable?.length === 0 && repetition.kind === "nonce_used";
			return isLinkUsed ? { kind: "link_used" } : repetition;
		},

		async findRepeated(message: AgreementMessage): Promise<AcceptedAgreement | undefined> {
			const [senders, present] = await sealedQuery(
				"find an accepted agreement",
				db.batch([selectSender(message), selectAcceptance(message)] as const),
			);
			const repetition = repetitionOf(message, senders, present);
			return repetition.kind === "already_accepted" ? repetition.acceptance : undefined;
		},
	};
}

function canUse({ link }: AgreementMessage, now: number): SQL | undefined {
	if (!link) return undefined;
	const isUsable = isBoundTo(link.linkId, link.secretHash, now);
	return sql`EXISTS (SELECT 1 FROM ${hostedLinks} WHERE ${isUsable})`;
}

function isSame({ estateKey, version, documentHash, nonce, signed }: AgreementMessage): SQL {
	return sql`estate_id = ${idOfEstate(estateKey)} AND nonce = ${nonce.toLowerCase()} AND version = ${version}
		AND document_hash = ${documentHash} AND chain_id = ${whole(signed.chainId)} AND service = ${signed.service}`;
}

function messageValues(message: AgreementMessage, now: number): SQL {
	const { estateKey, developerId, version, documentHash, nonce } = message;
	return sql`SELECT ${idOfEstate(estateKey)}, ${nonce.toLowerCase()}, ${version}, ${documentHash}, ${developerId},
		${whole(now)}, ${signatureValues(message)}`;
}

function acceptanceValues(message: AgreementMessage, now: number): SQL {
	const { estateKey, version, documentHash } = message;
	return sql`SELECT ${idOfEstate(estateKey)}, ${version}, ${documentHash}, ${whole(now)}, ${signatureValues(message)}`;
}

function signatureValues({ signed: { signature, proof, chainId, service } }: AgreementMessage): SQL {
	return sql`${signature}, ${JSON.stringify(proof)}, ${whole(chainId)}, ${service}`;
}
