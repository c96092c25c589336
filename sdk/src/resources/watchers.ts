import type { ApiPromise } from "../client/api-promise.ts";
import type { Input, RequestOptions } from "../client/options.ts";
import { List } from "../client/pages.ts";
import type * as api from "../generated/api.ts";
import { Resource } from "./resource.ts";

/** E-mail addresses that are told when a case names the account of a wallet's session, or of a case that is recovered to it. */
export class Watchers extends Resource {
	/** At most two, with most of their letters left out. */
	list(
		query: Input<api.Operations["listWatchers"]["query"]> = {},
		options?: RequestOptions,
	): ApiPromise<api.WatcherList> {
		return this.call("listWatchers", { query }, options);
	}

	/** Mails a code to the address. */
	add(body: Input<api.WatcherRequest>, options?: RequestOptions): ApiPromise<api.Watcher> {
		return this.call("addWatcher", { body }, options);
	}

	/** Mails a code to a confirmed address whose mail has been stopped. */
	resume(watcherId: string, options?: RequestOptions): ApiPromise<api.Watcher> {
		return this.call("resumeWatcher", { path: { watcherId } }, options);
	}

	/** Confirms the address with the mailed code. */
	confirm(body: Input<api.WatcherCode>, options?: RequestOptions): ApiPromise<api.Watcher> {
		return this.call("confirmWatcher", { body }, options);
	}

	/** Takes seven days for a confirmed address of an account, which is told so. */
	remove(watcherId: string, options?: RequestOptions): ApiPromise<api.Watcher> {
		return this.call("removeWatcher", { path: { watcherId } }, options);
	}

	/** With the code of the mail that told of the removal. */
	keep(body: Input<api.WatcherCode>, options?: RequestOptions): ApiPromise<api.Done> {
		return this.call("keepWatcher", { body }, options);
	}
}

/** Accounts of your users: you get `account.claimed` when a case names one of them as lost. */
export class WatchedAccounts extends Resource {
	/** Watches up to 1,000 accounts, on one chain or on every chain. Adds all of them or none. */
	add(body: Input<api.WatchedAccountSelection>, options?: RequestOptions): ApiPromise<api.WatchedCount> {
		return this.call("watchAccounts", { body }, options);
	}

	/** By address. */
	list(
		query: Omit<Input<api.Operations["listWatchedAccounts"]["query"]>, "cursor"> = {},
		options?: RequestOptions,
	): List<api.WatchedAccountList> {
		return new List((more) => this.call("listWatchedAccounts", { query: { ...query, ...more } }, options));
	}

	/** Watches up to 1,000 accounts no longer. */
	remove(body: Input<api.WatchedAccountSelection>, options?: RequestOptions): ApiPromise<api.UnwatchedCount> {
		return this.call("unwatchAccounts", { body }, options);
	}
}
