/** A stored release request, and the names derived from it (estates.md "Release of a will"). */
import type { StoredDocument } from "../../documents/sealed-documents.ts";
import type { Infer } from "../../kernel/once.ts";
import type { courtInfoSchema } from "../../recovery/case/case-schemas.ts";
import type { EstateKey } from "../owner-proof.ts";
import type { ReleaseState } from "./release.ts";

/** The estate of a request, and the code that it was found by. */
export type ReleaseTarget = EstateKey & { codeId: string; estateId: string };

export type ReleaseRequest = ReleaseTarget & {
	requestId: string;
	applicant: string;
	courtInfo: Infer<typeof courtInfoSchema>;
	order: StoredDocument;
	state: ReleaseState;
	/** Increases with every move. */
	revision: number;
};

/** The `context` of kernel/sealed-document.ts. */
export function releaseOrderContext(requestId: string): string {
	return `release-order/${requestId}`;
}

/** ASCII, and independent of the name of the uploaded file. */
export function releaseOrderFileName(requestId: string): string {
	return `order-${requestId}.pdf`;
}
