import type { Call } from "../client/transport.ts";

/** Operations of one kind. */
export abstract class Resource {
	/** @internal */
	protected readonly call: Call;

	/** @internal */
	constructor(call: Call) {
		this.call = call;
	}
}
