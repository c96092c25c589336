/** What the release of wills asks of storage. Times are unix milliseconds. */
import type * as z from "zod";
import type { StoredDocument } from "../../documents/sealed-documents.ts";
import type { RowKey } from "../../kernel/key-cursor.ts";
import type { courtInfoSchema } from "../../recovery/case/case-schemas.ts";
import type { ReleaseCommand, ReleaseState } from "./release.ts";
import type { ReleaseStatus } from "./release-status.ts";
import type { ReleaseTarget } from "./release-target.ts";

export type ReleaseRequest = ReleaseTarget & {
	requestId: string;
	/** Who asks, in their own words. */
	applicant: string;
	courtInfo: z.infer<ReturnType<typeof courtInfoSchema>>;
	order: StoredDocument;
	state: ReleaseState;
	/** Grows with every move. */
	revision: number;
};

export type ReleaseRows = {
	/** False where this account has a request for this estate that has not ended, or code or estate are gone. */
	insert(request: ReleaseRequest, now: number): Promise<boolean>;
	/** Like every request that is read, with the approvals that count now. */
	find(requestId: string): Promise<ReleaseRequest | undefined>;
	/** Newest first. @param after the last one of the page before */
	ofEstate(estateId: string, after: RowKey | undefined, limit: number): Promise<ReleaseRequest[]>;
	ofApplicant(
		of: { applicantId: string; ownerAddress: string },
		after: RowKey | undefined,
		limit: number,
	): Promise<ReleaseRequest[]>;
	/** The oldest first. @param after the last one of the page before */
	forReview(status: ReleaseStatus, after: RowKey | undefined, limit: number): Promise<ReleaseRequest[]>;
	/**
	 * Writes a move if nothing was moved since its state was read, and all whose approvals it counts have the role in
	 * this moment. Whether it did.
	 */
	move(moved: ReleaseRequest, command: ReleaseCommand, now: number): Promise<boolean>;
	noteDownload(request: ReleaseRequest, now: number): Promise<void>;
	isResolver(developerId: string): Promise<boolean>;
};
