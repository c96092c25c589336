import type { Hex } from "../../kernel/hex.ts";
import type { OfferedDocument } from "../documents/case-documents.ts";
import type { DocumentAnswer, DocumentOffer, NewDocument } from "../documents/document-messages.ts";
import type { Reporter, ReportResult } from "../execution/execution-messages.ts";
import type { Caller, Viewer } from "./caller.ts";
import type { CaseParties, CreateResult, EvidenceSource, MoveResult, Openness } from "./case-messages.ts";
import type { CaseDocument, CreateCommand, MoveCommand } from "./case-state.ts";
import type { CaseEvent } from "./history.ts";

/** The methods of a case's Durable Object that the services call. */
export type CaseObject = {
	create(command: CreateCommand, caller: Caller): Promise<CreateResult>;
	move(command: MoveCommand, viewer: Viewer): Promise<MoveResult>;
	read(viewer: Viewer): Promise<string | null>;
	evidence(viewer: Viewer): Promise<EvidenceSource | null>;
	eventsAfter(viewer: Viewer, after: number, limit: number): Promise<CaseEvent[] | null>;
	parties(viewer: Viewer): Promise<CaseParties | null>;
	openness(): Promise<Openness>;
	reportExecution(txHashes: readonly Hex[], reporter: Reporter): Promise<ReportResult>;
	offerDocument(offered: OfferedDocument, viewer: Viewer): Promise<DocumentOffer>;
	addDocument(document: NewDocument, viewer: Viewer): Promise<DocumentAnswer>;
	findDocument(documentId: string, viewer: Viewer): Promise<CaseDocument | null>;
};
