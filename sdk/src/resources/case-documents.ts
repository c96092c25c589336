import type { ApiPromise } from "../client/api-promise.ts";
import type { RequestOptions } from "../client/options.ts";
import type { CaseDocument } from "../generated/api.ts";
import { Resource } from "./resource.ts";

/** The documents of cases. A `caseId` may be the case's jrcHash. */
export class CaseDocuments extends Resource {
	/** Adds a PDF, at most 10 MiB. It cannot be removed. */
	add(
		caseId: string,
		body: { file: Blob; title: string },
		options?: RequestOptions,
	): ApiPromise<CaseDocument> {
		return this.call("addCaseDocument", { path: { jrcHash: caseId }, body }, options);
	}

	/** The bytes of a document. */
	read(caseId: string, documentId: string, options?: RequestOptions): ApiPromise<Blob> {
		return this.call("readCaseDocument", { path: { caseId, documentId } }, options);
	}
}
