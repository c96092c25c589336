/** The options of a client and of single calls. */
import type { Hex, Operations } from "../generated/api.ts";

/** Called for each attempt with what may be logged: no credential, header or body is in it. */
export type Hooks = {
	/** Before each attempt. */
	onRequest?(attempt: Attempt): void;
	/** After each response, also of an error. */
	onResponse?(attempt: Attempt & { status: number; requestId: string | null; durationMs: number }): void;
	/** Before the wait that precedes a retry. `error` is the reason. */
	onRetry?(attempt: Attempt & { error: unknown; delayMs: number }): void;
};

/** One attempt of a call. */
export type Attempt = {
	/** The operation's id in the OpenAPI document. */
	operation: string;
	method: string;
	url: string;
	/** From 1. */
	attempt: number;
};

/** The function that sends requests: `globalThis.fetch`, or one with its form. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

type CommonOptions = {
	/**
	 * The service's origin, such as `https://replevin.example`. `http` only for this machine.
	 * The constructor throws for `undefined`, which the type allows for values of `process.env`.
	 */
	baseUrl: string | undefined;
	/** For one attempt, body included; 30,000 by default. */
	timeoutMs?: number;
	/** Retries of requests that are safe to repeat; 2 by default. */
	maxRetries?: number;
	/** A longer `Retry-After` is not waited for, but thrown as the error that it came with; 60,000 by default. */
	maxRetryWaitMs?: number;
	/** Sends the requests instead of `globalThis.fetch`. It must not follow redirects. */
	fetch?: Fetch;
	/** For logs and metrics. An error that a hook throws is ignored. */
	hooks?: Hooks;
};

/**
 * A developer's key pair, for servers. A browser is no place for a secret, so there the client throws. It throws for
 * `undefined` too.
 */
type KeyPairOptions = {
	apiKey: string | undefined;
	apiSecret: string | undefined;
	accessToken?: never;
};

/** A session, also in browsers: the `accessToken` of a wallet, a login or the hosted app. */
type SessionOptions = {
	/** The token, or a function that returns the one to use now. */
	accessToken: string | (() => string | Promise<string>);
	apiKey?: never;
	apiSecret?: never;
};

/** For public operations, and for pages of an allowed origin. */
type NoCredential = { accessToken?: never; apiKey?: never; apiSecret?: never };

/** Options of `new Replevin(…)`, with one credential at most. */
export type ReplevinOptions = CommonOptions & (KeyPairOptions | SessionOptions | NoCredential);

/** Options of one call. */
export type RequestOptions = {
	/** Ends the call, its retries and its waits. The call then throws the signal's reason. */
	signal?: AbortSignal;
	/** Overrides that of the client. */
	timeoutMs?: number;
	/** Overrides that of the client. */
	maxRetries?: number;
	/** For the operations that take one; a random one by default. Keep it to repeat the call after a crash. */
	idempotencyKey?: string;
};

/**
 * What a call takes for a value of the OpenAPI document: text for hex, since its form is checked when the call is made, and
 * also a bigint for the `value` of a transaction.
 */
export type Input<T> = T extends Hex
	? string
	: T extends Blob
		? T
		: T extends readonly (infer Item)[]
			? readonly Input<Item>[]
			: T extends object
				? { [Name in keyof T]: Input<T[Name]> | (Name extends "value" ? bigint : never) }
				: T;

/** The parts of a request to an operation, of which `path` is exact. The service checks query and body. */
export type PartsOf<Id extends keyof Operations> = Omit<RequestParts, "path"> &
	(Operations[Id]["path"] extends Record<string, never>
		? { path?: undefined }
		: { path: Input<Operations[Id]["path"]> });

/** The parts of a request that an operation takes. */
export type RequestParts = {
	path?: Readonly<Record<string, unknown>> | undefined;
	query?: Readonly<Record<string, unknown>> | undefined;
	/** Sent as JSON, or as a form if a value is a Blob. */
	body?: object | undefined;
};
