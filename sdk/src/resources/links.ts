import type { ApiPromise } from "../client/api-promise.ts";
import type { Input, RequestOptions } from "../client/options.ts";
import { List } from "../client/pages.ts";
import type * as api from "../generated/api.ts";
import { Resource } from "./resource.ts";

/** Hosted links: pages of the service on which a claimant or an owner signs, and comes back to you. */
export class Links extends Resource {
	/**
	 * Makes a link for one person. Its `url` is in this response only. A repetition makes it anew and ends the former url,
	 * unless the link was opened.
	 */
	create(
		body: Input<api.HostedLinkRequest> = {},
		options?: RequestOptions,
	): ApiPromise<api.HostedLinkWithUrl> {
		return this.call("createHostedLink", { body }, options);
	}

	/** Your links, newest first. */
	list(
		query: api.Operations["listHostedLinks"]["query"] = {},
		options?: RequestOptions,
	): List<api.HostedLinkList> {
		return new List((more) => this.call("listHostedLinks", { query: { ...query, ...more } }, options));
	}

	/** A link, with the case that came of it. */
	get(linkId: string, options?: RequestOptions): ApiPromise<api.HostedLink> {
		return this.call("getHostedLink", { path: { linkId } }, options);
	}

	/** Ends a link that nobody has used. */
	expire(linkId: string, options?: RequestOptions): ApiPromise<api.HostedLink> {
		return this.call("expireHostedLink", { path: { linkId } }, options);
	}
}
