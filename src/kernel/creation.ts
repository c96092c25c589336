/** What a request with an `Idempotency-Key` creates. A repetition with the same key gets the same `id` (auth.md "Idempotency keys"). */
export type Creation = {
	/** A UUID from which the resource's id is made. */
	id: string;
	/** "interrupted": an earlier request may have created the resource. "completed": an earlier request created it. */
	earlier: "none" | "interrupted" | "completed";
};
