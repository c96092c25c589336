/** A response with its parsed body. */
export type WithResponse<T> = {
	data: T;
	/** Its body was read into memory, and can be read again. */
	response: Response;
	/** Quote it when you ask the operator for support. */
	requestId: string | null;
};

/** The promise of a response's data, which also gives the response itself. */
export class ApiPromise<T> implements Promise<T> {
	readonly [Symbol.toStringTag] = "ApiPromise";
	readonly #received: Promise<WithResponse<T>>;

	/** @internal */
	constructor(received: Promise<WithResponse<T>>) {
		this.#received = received;
	}

	/** The data together with the response, for its status and headers. */
	withResponse(): Promise<WithResponse<T>> {
		return this.#received;
	}

	/** The response alone. Errors are thrown as otherwise. */
	asResponse(): Promise<Response> {
		return this.#received.then(({ response }) => response);
	}

	// biome-ignore lint/suspicious/noThenProperty: this is a promise.
	then<A = T, B = never>(
		onData?: ((data: T) => A | PromiseLike<A>) | null,
		onError?: ((error: unknown) => B | PromiseLike<B>) | null,
	): Promise<A | B> {
		return this.#received.then(({ data }) => data).then(onData, onError);
	}

	catch<B = never>(onError?: ((error: unknown) => B | PromiseLike<B>) | null): Promise<T | B> {
		return this.then(null, onError);
	}

	finally(onEnd?: (() => void) | null): Promise<T> {
		return this.then().finally(onEnd) as Promise<T>;
	}
}
