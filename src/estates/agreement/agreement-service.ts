/** Accepts the current terms; each signed message has an effect once (estates.md "POST …/agreement"). */
import type { AgreementLink } from "../../hosted-links/link.ts";
import type { Hex } from "../../kernel/encoding/hex.ts";
import { AppError, invalidField, nonceUsed } from "../../kernel/errors/app-error.ts";
import type { WithinStorageBudget } from "../../quota/storage-budget.ts";
import type { EstateMacs } from "../estate-macs.ts";
import {
	developerOf,
	type EstateCaller,
	type EstateKey,
	type ProveOwner,
	type SignedFor,
} from "../owner-proof.ts";
import { agreementDigest } from "../typed-data.ts";
import {
	type AcceptedAgreement,
	type Agreement,
	agreements,
	currentAgreement,
	findAgreement,
} from "./agreement.ts";
import type { AgreementRows } from "./agreements.d1.ts";

/** `estateId`: null if the caller repeats its own message. */
type Acceptance = { estateKey: EstateKey; acceptance: AcceptedAgreement; estateId: string | null };

export type AgreementPorts = {
	rows: AgreementRows;
	macs: EstateMacs;
	proveOwner: ProveOwner;
	withinBudget: WithinStorageBudget;
	/** Oldest first; the last version is current. */
	published?: readonly Agreement[];
};

export function createAgreementService(ports: AgreementPorts) {
	const { rows, macs, proveOwner, withinBudget, published = agreements } = ports;

	async function accept(request: {
		caller: EstateCaller;
		clientAddress: string;
		service: string;
		ownerAddress: string;
		chainId: number;
		version: string;
		documentHash: Hex;
		nonce: Hex;
		signature: Hex;
		now: number;
		/** The hosted link that the owner's session signs through. */
		link?: AgreementLink | undefined;
	}): Promise<Acceptance> {
		const { caller, clientAddress, service, ownerAddress, chainId, version, nonce, signature, now, link } =
			request;
		const payer = link ? ({ kind: "developer", developerId: link.developerId } as const) : caller;
		const terms = findAgreement(published, version, request.documentHash);
		if (!terms) throw agreementNotCurrent(version);
		const { documentHash } = terms;
		const digestOf = (signed: SignedFor) =>
			agreementDigest({ ...signed, ownerAddress, version, documentHash, nonce });
		const { estateKey, proof } = await proveOwner({
			caller,
			payer,
			clientAddress,
			ownerAddress,
			chainId,
			service,
			digestOf,
			signature,
		});
		const signed = { signature, proof, chainId, service };
		const developerId = link?.developerId ?? developerOf(caller);
		const message = { estateKey, developerId, version, documentHash, nonce, signed, link };
		if (terms !== published.at(-1) || link?.isUsed) {
			const acceptance = await rows.findRepeated(message);
			if (acceptance) return { estateKey, acceptance, estateId: null };
			throw link?.isUsed ? linkUsed() : agreementNotCurrent(version);
		}
		const store = async (): Promise<Acceptance> => {
			const stored = {
				owner: macs.ownerMacs(estateKey),
				nonce: macs.nonceMacs(estateKey, nonce, chainId),
				ownersBare: macs.bareProfileMacs(null, estateKey),
				sendersBare: macs.bareProfileMacs(message.developerId, estateKey),
			};
			const result = await rows.accept(message, stored, now);
			if (result.kind === "nonce_used") throw nonceUsed();
			if (result.kind === "link_used") throw linkUsed();
			return { estateId: null, ...result, estateKey };
		};
		const call = { caller: payer, clientAddress, signature, now };
		return withinBudget(call, store, ({ estateId }) => estateId !== null);
	}

	return { accept };
}

export function agreementNotCurrent(given: string): AppError {
	const { version, documentHash } = currentAgreement;
	return invalidField({
		field: given === version ? "documentHash" : "version",
		rule: "outdated",
		message: `must match the current terms, version ${version} with the hash ${documentHash}`,
	});
}

function linkUsed(): AppError {
	return new AppError({
		code: "HOSTED_LINK_STATUS_ERROR",
		message:
			"This link is used up, or was ended meanwhile: one agreement can be signed through it. Ask its sender for another link. Nothing was stored.",
	});
}
