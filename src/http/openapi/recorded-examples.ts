/** Examples that `npm run examples` recorded from a running service. Nobody writes them by hand. */
import recorded from "./examples.json" with { type: "json" };

/** Values by the name of the example. */
type Named = Record<string, unknown>;

export type RecordedOperation = {
	/** By name, of path and query. */
	parameters: Record<string, unknown>;
	/** By media type. */
	requests: Record<string, Named>;
	/** By status; `content` by media type. */
	responses: Record<string, { headers: Record<string, string>; content: Record<string, Named> }>;
};

export type RecordedExamples = {
	operations: Record<string, RecordedOperation>;
	/** By type, as a receiver got them. */
	events: Record<string, { headers: Record<string, string>; body: unknown }>;
};

export const recordedExamples: RecordedExamples = recorded;
