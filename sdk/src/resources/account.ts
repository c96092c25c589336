import type { ApiPromise } from "../client/api-promise.ts";
import type { Input, RequestOptions } from "../client/options.ts";
import { List } from "../client/pages.ts";
import type * as api from "../generated/api.ts";
import { Resource } from "./resource.ts";

/** A developer's API keys. */
export class Keys extends Resource {
	/** Your keys without their secrets, oldest first. */
	list(options?: RequestOptions): ApiPromise<api.ApiKeyList> {
		return this.call("listApiKeys", {}, options);
	}

	/** Issues a key pair. The secret is in this response only: a repetition has a `notice` instead. */
	create(
		body: Input<api.ApiKeyRequest>,
		options?: RequestOptions,
	): ApiPromise<api.IssuedApiKey | api.RepeatedApiKey> {
		return this.call("issueApiKey", { body }, options);
	}

	/** Issues a successor. The old pair works until the overlap ends. */
	rotate(
		keyId: string,
		body: Input<api.ApiKeyRotationRequest> = {},
		options?: RequestOptions,
	): ApiPromise<api.IssuedApiKey | api.RepeatedApiKey> {
		return this.call("rotateApiKey", { path: { keyId }, body }, options);
	}

	/** Ends a key at once. */
	revoke(keyId: string, options?: RequestOptions): ApiPromise<api.RevokedApiKey> {
		return this.call("revokeApiKey", { body: { keyId } }, options);
	}
}

/** The origins whose pages may call for a developer. */
export class Origins extends Resource {
	/** Requests an origin. A reviewer decides. */
	request(body: Input<api.OriginRequest>, options?: RequestOptions): ApiPromise<api.BrowserOrigin> {
		return this.call("requestOrigin", { body }, options);
	}

	/** Your origins. */
	list(options?: RequestOptions): ApiPromise<api.BrowserOriginList> {
		return this.call("listOrigins", {}, options);
	}

	/** Removes an origin at once. */
	remove(originId: string, options?: RequestOptions): ApiPromise<api.RemovedOrigin> {
		return this.call("removeOrigin", { path: { originId } }, options);
	}
}

/** The feed of all events of your cases. */
export class Events extends Resource {
	/** Your events in order, as webhooks carry them. Ends with the newest: store `seq`, and continue `after` it later. */
	list(query: api.Operations["listEvents"]["query"] = {}, options?: RequestOptions): List<api.EventList> {
		return new List((more) => this.call("listEvents", { query: { ...query, ...more } }, options));
	}
}
