/** The event that an endpoint is tried out with (webhooks.md "Endpoints", `test`). Pure. */

/** No hash of an intent and no id that follows from one: nobody can take it for a case of theirs. */
const SAMPLE_JRC_HASH = `0x${"0".repeat(64)}`;
const SAMPLE_CASE_ID = `rc_${"0".repeat(32)}`;

/**
 * The exact bytes of a sample `recovery_case.created`, in the form of every envelope (webhooks.md "The request").
 * @param now unix milliseconds
 */
export function sampleEvent(eventId: string, now: number): string {
	return JSON.stringify({
		id: eventId,
		type: "recovery_case.created",
		createdAt: new Date(now).toISOString(),
		data: {
			caseId: SAMPLE_CASE_ID,
			jrcHash: SAMPLE_JRC_HASH,
			status: "created",
			txHash: null,
			statusReason: null,
		},
	});
}
