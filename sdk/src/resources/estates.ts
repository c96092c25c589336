import type { ApiPromise } from "../client/api-promise.ts";
import type { Input, RequestOptions } from "../client/options.ts";
import { List } from "../client/pages.ts";
import type * as api from "../generated/api.ts";
import { Resource } from "./resource.ts";

/** The release of wills: a resolver requests it with a court order, and reviewers decide. */
class Releases extends Resource {
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

type Query<Id extends keyof api.Operations> = api.Operations[Id]["query"];

/** Estate profiles: agreement, privacy codes, wills and their release. */
export class Estates extends Resource {
	/** The release of a will to a resolver. */
	readonly releases: Releases = new Releases(this.call);

	/** What the profile of an owner has. A contract wallet's profile needs the `chainId`. */
	get(
		ownerAddress: string,
		query: Query<"getEstateProfile"> = {},
		options?: RequestOptions,
	): ApiPromise<api.EstateProfile> {
		return this.call("getEstateProfile", { path: { ownerAddress }, query }, options);
	}

	/** What happened to the profile, for the owner's wallet session. */
	history(
		ownerAddress: string,
		query: Query<"listEstateHistory"> = {},
		options?: RequestOptions,
	): List<api.EstateHistory> {
		return new List((more) =>
			this.call("listEstateHistory", { path: { ownerAddress }, query: { ...query, ...more } }, options),
		);
	}

	/** The whole estate in one ZIP archive, for the owner's wallet session, with a signed message of the wallet. */
	download(
		ownerAddress: string,
		body: Input<api.FreshSignature>,
		options?: RequestOptions,
	): ApiPromise<Blob> {
		return this.call("downloadEstate", { path: { ownerAddress }, body }, options);
	}

	/** Accepts the terms, signed by the owner. */
	agree(
		ownerAddress: string,
		body: Input<api.AgreementBody>,
		options?: RequestOptions,
	): ApiPromise<api.EstateAgreement> {
		return this.call("acceptEstateAgreement", { path: { ownerAddress }, body }, options);
	}

	/** Creates a privacy code, signed by the owner. The code is in this response only. */
	createCode(
		ownerAddress: string,
		body: Input<api.PrivacyCodeBody>,
		options?: RequestOptions,
	): ApiPromise<api.CreatedPrivacyCode> {
		return this.call("createPrivacyCode", { path: { ownerAddress }, body }, options);
	}

	/** Ends a privacy code, for the owner's wallet session. */
	revokeCode(
		ownerAddress: string,
		codeId: string,
		options?: RequestOptions,
	): ApiPromise<api.RevokedPrivacyCode> {
		return this.call("revokePrivacyCode", { path: { ownerAddress, codeId } }, options);
	}

	/** The owner behind a code, for its creator or a resolver. */
	resolveCode(
		body: Input<api.PrivacyCodeResolution>,
		options?: RequestOptions,
	): ApiPromise<api.ResolvedPrivacyCode> {
		return this.call("resolvePrivacyCode", { body }, options);
	}

	/** Lodges a will, signed by the owner: a PDF or plain text, at most 10 MiB. */
	lodgeWill(
		ownerAddress: string,
		body: {
			file: Blob;
			service: string;
			version: number;
			sha256: string;
			signature: string;
			chainId?: number;
		},
		options?: RequestOptions,
	): ApiPromise<api.WillStatus> {
		return this.call("lodgeWill", { path: { ownerAddress }, body }, options);
	}

	/** The bytes of a will, for the owner's wallet session. The newest version by default. */
	readWill(ownerAddress: string, query: Query<"readWill"> = {}, options?: RequestOptions): ApiPromise<Blob> {
		return this.call("readWill", { path: { ownerAddress }, query }, options);
	}

	/** Erases the profile, signed by the owner. */
	erase(
		ownerAddress: string,
		body: Input<api.EraseBody>,
		options?: RequestOptions,
	): ApiPromise<api.ErasedEstate> {
		return this.call("eraseEstateProfile", { path: { ownerAddress }, body }, options);
	}
}
