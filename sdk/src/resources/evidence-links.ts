import type { ApiPromise } from "../client/api-promise.ts";
import type { Input, RequestOptions } from "../client/options.ts";
import type * as api from "../generated/api.ts";
import { Resource } from "./resource.ts";

/** Links that show a case's evidence to whoever has them. A `caseId` may be the case's jrcHash. */
export class EvidenceLinks extends Resource {
	/** Creates a link. Its `url` is in this response only: a repetition has a `notice` instead. */
	create(
		caseId: string,
		body: Input<api.EvidenceLinkRequest> = {},
		options?: RequestOptions,
	): ApiPromise<api.NewEvidenceLink | api.RepeatedEvidenceLink> {
		return this.call("createEvidenceLink", { path: { caseId }, body }, options);
	}

	/** The links of a case. */
	list(caseId: string, options?: RequestOptions): ApiPromise<api.EvidenceLinkList> {
		return this.call("listEvidenceLinks", { path: { caseId } }, options);
	}

	/** Ends a link at once. */
	revoke(
		caseId: string,
		evidenceLinkId: string,
		options?: RequestOptions,
	): ApiPromise<api.RevokedEvidenceLink> {
		return this.call("revokeEvidenceLink", { path: { caseId, evidenceLinkId } }, options);
	}

	/** The evidence behind a link's token. Needs no credential. */
	read(body: Input<api.EvidenceLinkToken>, options?: RequestOptions): ApiPromise<api.EvidenceBundle> {
		return this.call("readLinkedEvidence", { body }, options);
	}
}
