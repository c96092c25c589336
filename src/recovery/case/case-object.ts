import type { Hex } from "../../kernel/encoding/hex.ts";
import type { OfferedDocument } from "../../protocol/case-documents.ts";
import type { CaseDocument, CreateCommand, MoveCommand } from "../../protocol/case-state.ts";
import type { NodePayer } from "../../quota/node-requests.ts";
import type { AddDocumentResult, DocumentOffer, NewDocument } from "../documents/document-access.ts";
import type { ExecutionStanding, Reporter, ReportResult } from "../execution/execution-messages.ts";
import type { ModuleCase } from "../module/module-messages.ts";
import type { Caller, Filer, ViewerRole } from "./case-access.ts";
import type {
	CaseParties,
	CreateResult,
	EvidenceSource,
	LinkUse,
	MoveResult,
	Openness,
} from "./case-messages.ts";
import type { CaseEvent } from "./history.ts";

export type CaseObject = {
	create(command: CreateCommand, caller: Filer, network?: string): Promise<CreateResult>;
	/** @param upon the version that was decided upon; a move of any other is rejected */
	move(command: MoveCommand, caller: Caller, upon?: number): Promise<MoveResult>;
	read(caller: Caller): Promise<string | null>;
	viewerOf(caller: Caller): Promise<ViewerRole | null>;
	evidence(caller: Caller): Promise<EvidenceSource | null>;
	eventsAfter(caller: Caller, after: number, limit: number): Promise<CaseEvent[] | null>;
	parties(caller: Caller): Promise<CaseParties | null>;
	openness(): Promise<Openness>;
	linkUse(linkId: string): Promise<LinkUse>;
	reportExecution(txHashes: readonly Hex[], reporter: Reporter, by: NodePayer): Promise<ReportResult>;
	moduleCase(caller: Caller): Promise<ModuleCase | null>;
	observeModule(command: Extract<MoveCommand, { kind: "observe_module" }>, by: NodePayer): Promise<boolean>;
	executionStanding(caller: Caller): Promise<ExecutionStanding | null>;
	offerDocument(offered: OfferedDocument, caller: Caller): Promise<DocumentOffer>;
	addDocument(document: NewDocument, caller: Caller): Promise<AddDocumentResult>;
	findDocument(documentId: string, caller: Caller): Promise<CaseDocument | null>;
};
