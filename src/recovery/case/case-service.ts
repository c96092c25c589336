import { signatureError } from "../../chain/errors.ts";
import { withFacts, withoutAddress } from "../../chain/signature-verifier.ts";
import { typedDataDigest } from "../../chain/typed-data-digest.ts";
import type { Config } from "../../config/config.ts";
import { caseIdOf } from "../../kernel/crypto/ids.ts";
import type { Hex } from "../../kernel/encoding/hex.ts";
import { isFailure, successOf } from "../../kernel/errors/failure.ts";
import { type Page, pageOf } from "../../kernel/paging/paging.ts";
import type { MoveCommand, SignerProof } from "../../protocol/case-state.ts";
import type { RecoveryIntent } from "../../protocol/intent.ts";
import type { CourtInfo, NewCaseTypedData } from "../../protocol/signed-messages.ts";
import type { NodePayer } from "../../quota/node-requests.ts";
import { caseErrors, caseNotFound } from "../errors.ts";
import { createCaseHeadIssuer } from "../evidence/case-head-issuer.ts";
import { createEvidenceIssuer, type EvidencePorts } from "../evidence/evidence-issuer.ts";
import type { HistoryHashes } from "../evidence/history-hashes.d1.ts";
import type { ExecutionStanding, OwnReporter, Reported } from "../execution/execution-messages.ts";
import {
	closeCaseDigest,
	courtOrderDigest,
	hashRecoveryIntent,
	newCaseTypedData,
} from "../intent/typed-data.ts";
import type { ModuleCase } from "../module/module-messages.ts";
import type { Caller, Filer, ViewerRole } from "./case-access.ts";
import type { CaseFilter } from "./case-filter.ts";
import type { CaseIndex, CaseKey, CasePage, CaseRow, LostAnywhere, PageKey } from "./case-index.d1.ts";
import type { CaseParties, Moved } from "./case-messages.ts";
import type { CaseObject } from "./case-object.ts";
import { createFiling, type FilingPorts } from "./filing.ts";

type RecoveryPorts = Omit<FilingPorts, "caseObject"> & {
	caseObject: (caseId: string) => CaseObject;
	index: CaseIndex;
	evidence: Omit<EvidencePorts, "sourceOf"> & { hashes: HistoryHashes };
	settings: Pick<Config, "challengePeriodSeconds">;
};

/** That a search of many accounts shows. */
export const NOTICES_PER_ACCOUNT = 10;

export type RecoveryService = ReturnType<typeof createRecoveryService>;

export function createRecoveryService(ports: RecoveryPorts) {
	const { caseObject, index, settings } = ports;
	const fileCase = createFiling(ports);
	const evidence = createEvidenceIssuer({
		...ports.evidence,
		sourceOf: (caseId, caller) => caseObject(caseId).evidence(caller),
	});

	/** `typedData`: the message that the claimant signs. */
	function hashIntent(intent: RecoveryIntent): { jrcHash: Hex; caseId: string; typedData: NewCaseTypedData } {
		const jrcHash = hashRecoveryIntent(intent);
		return { jrcHash, caseId: caseIdOf(jrcHash), typedData: newCaseTypedData(intent) };
	}

	/** Existence is public by design (recovery.md "Ids"). */
	async function exists(intent: RecoveryIntent) {
		const jrcHash = hashRecoveryIntent(intent);
		const caseId = caseIdOf(jrcHash);
		const caseExists = await index.has(caseId);
		return { caseExists, caseId: caseExists ? caseId : null, jrcHash };
	}

	async function moveSigned(request: {
		caseId: string;
		caller: Caller;
		by: NodePayer;
		signature: Hex;
		role: "lostAccount" | "recoveryAccount";
		digestOf: (parties: CaseParties) => Uint8Array;
		commandOf: (proof: SignerProof) => MoveCommand;
		/** Protects the signer while the case is open. */
		isProtective?: boolean;
		/** Charges the move; by default it is free. */
		within?: (move: () => Promise<Moved>) => Promise<Moved>;
	}): Promise<Moved> {
		const { caller, signature, role } = request;
		const object = caseObject(request.caseId);
		const parties = await object.parties(caller);
		if (!parties) throw caseNotFound();
		const verdict = await ports.verifySignature({
			...typedDataDigest(parties.chainId, (chainId) => request.digestOf({ ...parties, chainId })),
			signer: parties[role],
			signature,
			by: request.by,
			protective: request.isProtective === true && parties.isOpen,
		});
		if (verdict.kind === "valid") {
			const { within = (move) => move() } = request;
			return within(async () =>
				successOf(await object.move(request.commandOf(verdict.proof), caller), caseErrors),
			);
		}
		if (!parties.isVisible) throw signatureError(withoutAddress(verdict, `the case's ${role}`));
		const other = role === "lostAccount" ? "recoveryAccount" : "lostAccount";
		const otherParty = { address: parties[other], role: `the case's ${other}` };
		throw signatureError(withFacts(verdict, { otherParty }));
	}

	/** A repeated order costs nothing. */
	function attachOrder(request: {
		caller: Filer;
		clientAddress: string;
		now: number;
		caseId: string;
		courtInfo: CourtInfo;
		signature: Hex;
	}): Promise<Moved> {
		const { caller, clientAddress, caseId, courtInfo, signature, now } = request;
		const { challengePeriodSeconds } = settings;
		const charge = { payer: caller, clientAddress, costs: { orders: 1 }, now };
		return moveSigned({
			caseId,
			caller,
			by: { payer: caller, clientAddress },
			signature,
			role: "recoveryAccount",
			digestOf: (parties) => courtOrderDigest({ ...parties, courtInfo }),
			within: (move) => ports.budgets.within(charge, move, ({ kind }) => kind === "moved"),
			commandOf: (proof) => ({ kind: "attach_order", courtInfo, signature, proof, challengePeriodSeconds }),
		});
	}

	/** Any caller may send the message, because its signature is the authority. */
	function close(request: {
		action: "contest" | "withdraw";
		caseId: string;
		reason: string;
		signature: Hex;
		clientAddress: string;
	}): Promise<Moved> {
		const { action, caseId, reason, signature, clientAddress } = request;
		return moveSigned({
			caseId,
			caller: { kind: "signer" },
			by: { payer: { kind: "nobody" }, clientAddress },
			signature,
			role: action === "contest" ? "lostAccount" : "recoveryAccount",
			isProtective: action === "contest",
			digestOf: (parties) => closeCaseDigest({ ...parties, action, reason }),
			commandOf: (proof) => ({ kind: action, reason, signature, proof }),
		});
	}

	/** null if this caller may not report. */
	async function reportExecution(request: {
		caseId: string;
		txHashes: readonly Hex[];
		reporter: OwnReporter;
		clientAddress: string;
	}): Promise<Reported | null> {
		const { caseId, txHashes, reporter, clientAddress } = request;
		const by = { payer: reporter, clientAddress };
		const result = await caseObject(caseId).reportExecution(txHashes, reporter, by);
		if (isFailure(result) && result.reason === "not_found") return null;
		return successOf(result, caseErrors);
	}

	/** null if the caller may not see the case. */
	function executionStanding(caller: Caller, caseId: string): Promise<ExecutionStanding | null> {
		return caseObject(caseId).executionStanding(caller);
	}

	/** null if the caller may not see the case. */
	function moduleCase(caller: Caller, caseId: string): Promise<ModuleCase | null> {
		return caseObject(caseId).moduleCase(caller);
	}

	/** JSON text; null if the caller may not see the case. */
	function read(caller: Caller, caseId: string): Promise<string | null> {
		return caseObject(caseId).read(caller);
	}

	/** null if the caller may not see the case. */
	function viewerOf(caller: Caller, caseId: string): Promise<ViewerRole | null> {
		return caseObject(caseId).viewerOf(caller);
	}

	/** Oldest first; null if the caller may not see the case. */
	function eventsAfter(caller: Caller, page: { caseId: string; after: number; limit: number }) {
		return caseObject(page.caseId).eventsAfter(caller, page.after, page.limit);
	}

	/** Newest first. A page may be short, or empty, although there is a next one. */
	function list(filter: CaseFilter, after: CaseKey | undefined, limit: number): Promise<CasePage> {
		return index.list(filter, after, limit);
	}

	/** Open cases that name this account as lost, oldest first. */
	const noticesOf = (accounts: readonly string[]) =>
		index.openCasesOfEach(
			[...new Set(accounts.map((account) => account.toLowerCase()))],
			NOTICES_PER_ACCOUNT,
		);

	async function notices(
		lost: LostAnywhere,
		after: PageKey | undefined,
		limit: number,
	): Promise<Page<CaseRow, PageKey>> {
		return pageOf(await index.openCasesOf(lost, after, limit + 1), limit, pageKeyOf);
	}

	return {
		hashIntent,
		exists,
		create: fileCase,
		attachOrder,
		close,
		reportExecution,
		executionStanding,
		moduleCase,
		read,
		viewerOf,
		evidence,
		head: createCaseHeadIssuer(ports.evidence),
		eventsAfter,
		list,
		notices,
		noticesOf,
	};
}

const pageKeyOf = ({ createdAt, caseId }: CaseRow): PageKey => ({ createdAt, caseId });
