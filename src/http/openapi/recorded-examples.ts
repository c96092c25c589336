/** Examples that `npm run examples` records from a running service. Never edit them by hand. */
import recorded from "./examples.json" with { type: "json" };

type Named = Record<string, unknown>;

export type RecordedOperation = {
	/** Path and query parameters by name. */
	parameters: Record<string, unknown>;
	/** By media type. */
	requests: Record<string, Named>;
	/** By status; `content` by media type. */
	responses: Record<string, { headers: Record<string, string>; content: Record<string, Named> }>;
};

export type RecordedExamples = {
	operations: Record<string, RecordedOperation>;
	/** Requests to a receiver by event type. */
	events: Record<string, { headers: Record<string, string>; body: unknown }>;
};

export const recordedExamples: RecordedExamples = recorded;
