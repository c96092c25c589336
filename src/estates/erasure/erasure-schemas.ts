import { lazy } from "../../kernel/once.ts";
import { doc } from "../../kernel/schemas/doc.ts";
import { nonceSchema, unixSecondsSchema } from "../../kernel/schemas/schemas.ts";

/** signatures.md "Replay". */
export const MAX_ERASE_DEADLINE_SECONDS = 3600;

/** Fields of an Erase besides the signature. */
export const eraseFields = lazy(() => ({
	nonce: nonceSchema(),
	deadline: unixSecondsSchema().meta({
		description: doc("Deadline of the erasure in unix seconds, at most an hour ahead."),
		example: 1_795_253_400,
	}),
}));
