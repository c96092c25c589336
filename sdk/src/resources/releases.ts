import type { ApiPromise } from "../client/api-promise.ts";
import type { RequestOptions } from "../client/options.ts";
import { List } from "../client/pages.ts";
import type * as api from "../generated/api.ts";
import { Resource } from "./resource.ts";

/** The release of wills: a resolver requests it with a court order, and reviewers decide. */
export class Releases extends Resource {
	/** Requests the release of a will, with the court order as a PDF. For resolvers. */
	request(
		ownerAddress: string,
		body: { file: Blob; code: string; courtInfo: api.CourtInfo; applicant: string },
		options?: RequestOptions,
	): ApiPromise<api.ReleaseRequest> {
		return this.call("requestRelease", { path: { ownerAddress }, body }, options);
	}

	/** The requests for an owner's will. */
	list(
		ownerAddress: string,
		query: api.Operations["listReleaseRequests"]["query"] = {},
		options?: RequestOptions,
	): List<api.ReleaseRequestList> {
		return new List((more) =>
			this.call("listReleaseRequests", { path: { ownerAddress }, query: { ...query, ...more } }, options),
		);
	}

	/** Objects to a release, for the owner's wallet session. */
	object(ownerAddress: string, requestId: string, options?: RequestOptions): ApiPromise<api.ReleaseRequest> {
		return this.call("objectToRelease", { path: { ownerAddress, requestId } }, options);
	}

	/** The bytes of the released will. */
	download(ownerAddress: string, requestId: string, options?: RequestOptions): ApiPromise<Blob> {
		return this.call("downloadReleasedWill", { path: { ownerAddress, requestId } }, options);
	}
}
