import type { ApiPromise } from "./client/api-promise.ts";
import type { Input, PartsOf, ReplevinOptions, RequestOptions } from "./client/options.ts";
import { createCall } from "./client/transport.ts";
import type * as api from "./generated/api.ts";
import { Events, Keys, Origins } from "./resources/account.ts";
import { Auth } from "./resources/auth.ts";
import { Cases } from "./resources/cases.ts";
import { Estates } from "./resources/estates.ts";
import { Links } from "./resources/links.ts";
import { Passkeys } from "./resources/passkeys.ts";
import { Resource } from "./resources/resource.ts";
import { Review } from "./resources/review.ts";
import { type MessageName, type PreparedMessageOf, type Submitted, submission } from "./resources/submit.ts";
import { WatchedAccounts, Watchers } from "./resources/watchers.ts";
import { Webhooks } from "./resources/webhook-endpoints.ts";

/**
 * The client of one Replevin service.
 *
 * @example
 * const replevin = new Replevin({ baseUrl: "https://replevin.example", apiKey, apiSecret });
 * for await (const summary of replevin.cases.list({ status: "pending" })) console.log(summary.caseId);
 */
export class Replevin extends Resource {
	/** Recovery cases. */
	readonly cases: Cases = new Cases(this.call);
	/** Estate profiles, wills and their release. */
	readonly estates: Estates = new Estates(this.call);
	/** Hosted links. */
	readonly links: Links = new Links(this.call);
	/** Webhook endpoints, and `verify` for their requests. */
	readonly webhooks: Webhooks = new Webhooks(this.call);
	/** The feed of all events. */
	readonly events: Events = new Events(this.call);
	/** Accounts and sessions. */
	readonly auth: Auth = new Auth(this.call);
	/** Passkeys of the account. */
	readonly passkeys: Passkeys = new Passkeys(this.call);
	/** API keys. */
	readonly keys: Keys = new Keys(this.call);
	/** Origins whose pages may call for you. */
	readonly origins: Origins = new Origins(this.call);
	/** Addresses that are told of claims on an account. */
	readonly watchers: Watchers = new Watchers(this.call);
	/** Accounts of your users, of whose cases you are told. */
	readonly watchedAccounts: WatchedAccounts = new WatchedAccounts(this.call);
	/** For reviewers. */
	readonly review: Review = new Review(this.call);

	/** @throws TypeError for options that cannot work, and for a secret in a browser */
	constructor(options: ReplevinOptions) {
		super(createCall(options));
	}

	/** The typed data of a message, filled in by the service. `@replevin/sdk/signing` makes it without a request. */
	prepare<Request extends Input<api.TypedDataRequest>>(
		message: Request,
		options?: RequestOptions,
	): ApiPromise<PreparedMessageOf<Request["message"]>> {
		const prepared = this.call("prepareTypedData", { body: message }, options);
		return prepared as ApiPromise<PreparedMessageOf<Request["message"]>>;
	}

	/**
	 * Sends a message that its signer has signed, whoever made it: `prepare`, or `@replevin/sdk/signing`.
	 *
	 * @param file of a `Will`
	 */
	submit<Name extends MessageName>(
		prepared: PreparedMessageOf<Name>,
		signature: string,
		{ file, ...options }: RequestOptions & { file?: Blob } = {},
	): ApiPromise<Submitted<Name>> {
		const { operation, parts } = submission(prepared, { signature, ...(file && { file }) });
		return this.call(operation, parts, options) as ApiPromise<Submitted<Name>>;
	}

	/** The operator, the chains, the terms and the limits of this service. */
	config(options?: RequestOptions): ApiPromise<api.ClientConfig> {
		return this.call("getClientConfig", {}, options);
	}

	/** Whether the service works. */
	health(options?: RequestOptions): ApiPromise<api.Health> {
		return this.call("getHealth", {}, options);
	}

	/** Calls any operation of the OpenAPI document by its id. */
	request<Id extends keyof api.Operations>(
		operation: Id,
		...[parts, options]: api.Operations[Id]["path"] extends Record<string, never>
			? [parts?: PartsOf<Id>, options?: RequestOptions]
			: [parts: PartsOf<Id>, options?: RequestOptions]
	): ApiPromise<api.Operations[Id]["result"]> {
		return this.call(operation, parts, options);
	}
}
