import type { VerifySignature } from "../../chain/signature-verifier.ts";
import type { WalletVerdict } from "../../chain/verify-wallet-signature.ts";
import type { Hex } from "../../kernel/hex.ts";
import type { OpenCaseQuota } from "../../quota/open-case-quota.ts";
import type { EvidencePorts } from "../evidence/evidence-issuer.ts";
import type { Reporter, ReportResult } from "../execution/execution-messages.ts";
import type { Caller, Viewer } from "./caller.ts";
import type { CaseIndex } from "./case-index.ts";
import type { CaseParties, CreateResult, EvidenceSource, MoveResult, Openness } from "./case-messages.ts";
import type { CreateCommand, MoveCommand } from "./case-state.ts";
import type { CaseEvent } from "./history.ts";

/** The methods of a case's object that this slice calls. */
type CaseObject = {
	create(command: CreateCommand, caller: Caller): Promise<CreateResult>;
	move(command: MoveCommand, viewer: Viewer): Promise<MoveResult>;
	read(viewer: Viewer): Promise<string | null>;
	evidence(viewer: Viewer): Promise<EvidenceSource | null>;
	eventsAfter(viewer: Viewer, after: number, limit: number): Promise<CaseEvent[] | null>;
	parties(viewer: Viewer): Promise<CaseParties | null>;
	openness(): Promise<Openness>;
	reportExecution(txHashes: readonly Hex[], reporter: Reporter): Promise<ReportResult>;
};

export type RecoveryPorts = {
	caseObject: (caseId: string) => CaseObject;
	index: CaseIndex;
	quota: OpenCaseQuota;
	verifySignature: VerifySignature;
	evidence: Omit<EvidencePorts, "sourceOf">;
	settings: {
		challengePeriodSeconds: number;
		caseExpirySeconds: number;
		openCasesPerAccount: number;
		openCasesPerOrigin: number;
	};
};

export type SignatureRejection = Exclude<WalletVerdict, { kind: "valid" }>;

export type CreateOutcome =
	| Exclude<CreateResult, { kind: "taken" }>
	| { kind: "taken" }
	| { kind: "unmatched_hash"; jrcHash: Hex }
	| { kind: "too_many_open"; limit: number }
	/** The account that files was deleted while the request was on its way. */
	| { kind: "account_gone" }
	| SignatureRejection;
