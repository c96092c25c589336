/** What the services of this slice ask for. */
import type { EndpointObject } from "./endpoint/endpoint-messages.ts";

/** The rows in D1 that say whose an endpoint is; everything else about one is in its object. */
export type EndpointRows = {
	/**
	 * One statement: counts and inserts. `user_gone` where there is no such developer any more.
	 * @param row.keyVersion of the key-encryption key that its secret is under
	 */
	insert(
		row: { endpointId: string; developerId: string; createdAt: number; keyVersion: number },
		limit: number,
	): Promise<"inserted" | "full" | "user_gone">;
	/** In the order in which they were made. */
	list(developerId: string): Promise<string[]>;
	/** The endpoints of each of these developers. */
	listOf(developerIds: readonly string[]): Promise<Map<string, string[]>>;
	/** Whether it was there. */
	remove(developerId: string, endpointId: string): Promise<boolean>;
};

export type EndpointOf = (endpointId: string) => EndpointObject;

export type EventFeed = {
	/**
	 * A developer's events in the order of their numbers. `body` is the webhook's, byte for byte.
	 * @param after the number above which to begin
	 */
	list(developerId: string, after: number, limit: number): Promise<{ seq: number; body: string }[]>;
};
