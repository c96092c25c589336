import type { ApiPromise } from "../client/api-promise.ts";
import type { Input, RequestOptions } from "../client/options.ts";
import type { Call } from "../client/transport.ts";
import type * as api from "../generated/api.ts";

/** E-mail addresses that are told when a case names the account of a wallet's session. */
export class Watchers {
	readonly #call: Call;

	/** @internal */
	constructor(call: Call) {
		this.#call = call;
	}

	/** At most two, with most of their letters left out. */
	list(options?: RequestOptions): ApiPromise<api.WatcherList> {
		return this.#call("listWatchers", {}, options);
	}

	/** Mails a code to the address. */
	add(body: Input<api.WatcherRequest>, options?: RequestOptions): ApiPromise<api.Watcher> {
		return this.#call("addWatcher", { body }, options);
	}

	/** Confirms the address with the mailed code. */
	confirm(body: Input<api.WatcherCode>, options?: RequestOptions): ApiPromise<api.Watcher> {
		return this.#call("confirmWatcher", { body }, options);
	}

	/** Takes seven days for a confirmed address, which is told so. */
	remove(watcherId: string, options?: RequestOptions): ApiPromise<api.Watcher> {
		return this.#call("removeWatcher", { path: { watcherId } }, options);
	}

	/** With the code of the mail that told of the removal. */
	keep(body: Input<api.WatcherCode>, options?: RequestOptions): ApiPromise<api.Done> {
		return this.#call("keepWatcher", { body }, options);
	}
}
