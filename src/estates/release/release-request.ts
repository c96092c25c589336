/** estates.md "Release of a will". */
import type { StoredDocument } from "../../document-store/sealed-documents.ts";
import type { Infer } from "../../kernel/once.ts";
import type { courtInfoSchema } from "../../recovery/case/case-schemas.ts";
import type { EstateKey } from "../owner-proof.ts";
import type { ReleaseState } from "./release.ts";

type ReleaseTarget = EstateKey & { codeId: string; estateId: string };

export type ReleaseRequest = ReleaseTarget & {
	requestId: string;
	applicant: string;
	courtInfo: Infer<typeof courtInfoSchema>;
	order: StoredDocument;
	state: ReleaseState;
	/** Increases with every move. */
	revision: number;
};

/** The `context` of document-store/sealed-document.ts. */
export function releaseOrderContext(requestId: string): string {
	return `release-order/${requestId}`;
}

export function releaseOrderFileName(requestId: string): string {
	return `order-${requestId}.pdf`;
}
