/** Accepts the current terms; each signed message has an effect once (estates.md "POST …/agreement"). */
import type { AgreementLink } from "../../hosted-links/link.ts";
import type { Hex } from "../../kernel/hex.ts";
import type { BudgetExhausted } from "../../quota/budgets.ts";
import type { WithinStorageBudget } from "../../quota/storage-budget.ts";
import type { EstateMacs } from "../estate-macs.ts";
import {
	developerOf,
	type EstateCaller,
	type EstateKey,
	type OwnerProofRejection,
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

type Acceptance = { estateKey: EstateKey; acceptance: AcceptedAgreement };

export type AcceptAgreementResult =
	| ({ kind: "accepted"; estateId: string } & Acceptance)
	/** The caller repeats its own message. */
	| ({ kind: "already_accepted" } & Acceptance)
	| { kind: "agreement_not_current"; field: "version" | "documentHash" }
	| { kind: "nonce_used" }
	/** The hosted link is used up, or was used or ended meanwhile. */
	| { kind: "link_used" }
	| BudgetExhausted
	| OwnerProofRejection;

export type AgreementPorts = {
	rows: AgreementRows;
	macs: EstateMacs;
	proveOwner: ProveOwner;
	withinBudget: WithinStorageBudget;
	/** Oldest first; the last version is current. */
	published?: readonly Agreement[];
};

export type AgreementService = ReturnType<typeof createAgreementService>;

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
	}): Promise<AcceptAgreementResult> {
		const { caller, clientAddress, service, ownerAddress, chainId, version, nonce, signature, now, link } =
			request;
		const payer = link ? ({ kind: "developer", developerId: link.developerId } as const) : caller;
		const terms = findAgreement(published, version, request.documentHash);
		if (!terms) return notCurrent(version);
		const { documentHash } = terms;
		const digestOf = (signed: SignedFor) =>
			agreementDigest({ ...signed, ownerAddress, version, documentHash, nonce });
		const proven = await proveOwner({
			caller,
			payer,
			clientAddress,
			ownerAddress,
			chainId,
			service,
			digestOf,
			signature,
		});
		if (proven.kind !== "proven") return proven;
		const { estateKey, proof } = proven;
		const signed = { signature, proof, chainId, service };
		const developerId = link?.developerId ?? developerOf(caller);
		const message = { estateKey, developerId, version, documentHash, nonce, signed, link };
		if (terms !== published.at(-1) || link?.isUsed) {
			const acceptance = await rows.findRepeated(message);
			if (acceptance) return { kind: "already_accepted", estateKey, acceptance };
			return link?.isUsed ? { kind: "link_used" } : notCurrent(version);
		}
		const store = async (): Promise<AcceptAgreementResult> => {
			const stored = {
				owner: macs.ownerMacs(estateKey),
				nonce: macs.nonceMacs(estateKey, nonce, chainId),
				ownersBare: macs.bareProfileMacs(null, estateKey),
				sendersBare: macs.bareProfileMacs(message.developerId, estateKey),
			};
			const result = await rows.accept(message, stored, now);
			return "acceptance" in result ? { ...result, estateKey } : result;
		};
		const call = { caller: payer, clientAddress, signature, now };
		return withinBudget(call, store, ({ kind }) => kind === "accepted");
	}

	return { accept };
}

function notCurrent(version: string): AcceptAgreementResult {
	const field = version === currentAgreement.version ? "documentHash" : "version";
	return { kind: "agreement_not_current", field };
}
