import { signatureError } from "../../chain/errors.ts";
import { withFacts } from "../../chain/signature-verifier.ts";
import { typedDataDigest } from "../../chain/typed-data-digest.ts";
import type { Config } from "../../config/config.ts";
import { toChecksumAddress } from "../../kernel/crypto/address.ts";
import { caseIdOf } from "../../kernel/crypto/ids.ts";
import type { Hex } from "../../kernel/encoding/hex.ts";
import { AppError } from "../../kernel/errors/app-error.ts";
import { isFailure, successOf } from "../../kernel/errors/failure.ts";
import type { LinkReservation, TokenDecimals } from "../../protocol/case-state.ts";
import type { Call, Rec, RecoveryIntent } from "../../protocol/intent.ts";
import type { Payer } from "../../quota/bills.ts";
import type { VerifySignature } from "../../quota/node-requests.ts";
import { caseErrors, unmatchedHash } from "../errors.ts";
import { hashRecoveryIntent, newCaseDigest } from "../intent/typed-data.ts";
import { type Filer, ownershipOf } from "./case-access.ts";
import type { CreateFailure, CreateResult } from "./case-messages.ts";
import type { CaseObject } from "./case-object.ts";
import { createFilingBudget, type FilingBudgetPorts, type SlotRelease } from "./filing-budget.ts";

export type FilingPorts = Omit<FilingBudgetPorts, "caseObject"> & {
	caseObject: (caseId: string) => Pick<CaseObject, "create" | "openness">;
	verifySignature: VerifySignature;
	settings: Pick<Config, "caseExpirySeconds" | "openCasesPerAccount">;
};

/** The case belongs to the link's developer, who pays for it, and to the session's subject. */
export type FilingLink = {
	developerId: string;
	reference: string | undefined;
	/** Called right before the case is created, so that a link gives one case only. @throws AppError */
	reserve: () => Promise<LinkReservation>;
};

export type FilingRequest = {
	caller: Filer;
	/** As in the request. */
	clientAddress: string;
	intent: RecoveryIntent;
	tokenDecimals?: readonly TokenDecimals[] | undefined;
	signature: Hex;
	claimedHash: Hex | undefined;
	/** Of a developer. */
	reference?: string | undefined;
	/** Unix milliseconds. */
	now: number;
	/** The hosted link that a wallet session files through. */
	link?: FilingLink | undefined;
};

/** Files a signed case (recovery.md "POST /recovery-cases/new-case"). */
export function createFiling(ports: FilingPorts) {
	const payFor = createFilingBudget(ports);
	return async (request: FilingRequest): Promise<Exclude<CreateResult, CreateFailure>> => {
		const { caller, clientAddress, intent, tokenDecimals, signature, claimedHash, reference, link } = request;
		const payer: Payer = link ? { kind: "developer", developerId: link.developerId } : caller;
		const jrcHash = hashRecoveryIntent(intent);
		if (claimedHash && claimedHash.toLowerCase() !== jrcHash) throw unmatchedHash(jrcHash);
		const { chainId, email, recoveryAccount } = intent.rec;
		const verdict = await ports.verifySignature({
			...typedDataDigest(chainId, (chainId) => newCaseDigest({ chainId, jrcHash, email })),
			signer: recoveryAccount,
			signature,
			by: { payer, clientAddress },
		});
		const lostAccount = intent.rec.lostAccount.toLowerCase();
		if (verdict.kind !== "valid") {
			const otherParty = { address: lostAccount, role: "the case's lostAccount" };
			throw signatureError(withFacts(verdict, { otherParty }));
		}

		const caseId = caseIdOf(jrcHash);
		const paid = await payFor({ payer, clientAddress, intent, now: request.now, caseId });
		const reserved = await link?.reserve().catch(async (error) => {
			if (paid.kind === "paid" && error instanceof AppError) await paid.giveBack("reservation");
			throw error;
		});
		const result = await ports.caseObject(caseId).create(
			{
				kind: "create",
				caseId,
				jrcHash,
				...ownershipOf(caller),
				reference,
				...(link && { developerId: link.developerId, reference: link.reference, link: reserved }),
				rec: checksummedRec(intent.rec),
				txs: intent.txs.map(checksummedCall),
				tokenDecimals: tokenDecimals?.map(({ token, decimals }) => ({
					token: toChecksumAddress(token),
					decimals,
				})),
				caseExpirySeconds: ports.settings.caseExpirySeconds,
				signature,
				proof: verdict.proof,
			},
			caller,
			ports.budgets.networkOf(clientAddress),
		);
		if (paid.kind === "paid" && (isFailure(result) || result.kind === "repeated")) {
			// The caller's own case keeps its slot.
			await paid.giveBack(isFailure(result) ? slotToRelease(result) : "none");
		}
		return successOf(result, caseErrors);
	};
}

function slotToRelease(failed: CreateFailure): SlotRelease {
	if (failed.reason === "reservation_ended") return "reservation";
	return failed.reason === "conflict" && !failed.details.isByCaller ? "slot" : "none";
}

function checksummedRec(rec: Rec): Rec {
	const { lostAccount, recoveryAccount } = rec;
	return {
		...rec,
		lostAccount: toChecksumAddress(lostAccount),
		recoveryAccount: toChecksumAddress(recoveryAccount),
	};
}

function checksummedCall(call: Call): Call {
	return { ...call, dest: toChecksumAddress(call.dest) };
}
