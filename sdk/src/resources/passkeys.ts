import type { ApiPromise } from "../client/api-promise.ts";
import type { Input, RequestOptions } from "../client/options.ts";
import type * as api from "../generated/api.ts";
import { Resource } from "./resource.ts";

/** Passkeys of a developer's account. A browser makes them, and answers for them. */
export class Passkeys extends Resource {
	/** Oldest first, with the number of recovery codes that are left. */
	list(options?: RequestOptions): ApiPromise<api.PasskeyList> {
		return this.call("listPasskeys", {}, options);
	}

	/** What `navigator.credentials.create()` needs. */
	begin(options?: RequestOptions): ApiPromise<api.PasskeyRegistrationOptions> {
		return this.call("beginPasskey", {}, options);
	}

	/** Adds what the browser has made. The first one brings recovery codes. */
	add(body: Input<api.NewPasskey>, options?: RequestOptions): ApiPromise<api.AddedPasskey> {
		return this.call("addPasskey", { body }, options);
	}

	/** What `navigator.credentials.get()` needs, before a change of the account. */
	beginProof(options?: RequestOptions): ApiPromise<api.PasskeyOptions> {
		return this.call("beginPasskeyProof", {}, options);
	}

	/** Removes a passkey. */
	remove(
		credentialId: string,
		body: Input<api.PasskeyProof>,
		options?: RequestOptions,
	): ApiPromise<api.Done> {
		return this.call("removePasskey", { path: { credentialId }, body }, options);
	}

	/** Ten new recovery codes; the earlier ones end. */
	renewRecoveryCodes(body: Input<api.PasskeyProof>, options?: RequestOptions): ApiPromise<api.RecoveryCodes> {
		return this.call("renewRecoveryCodes", { body }, options);
	}
}
