import { lazy } from "../../kernel/once.ts";
import { nonceSchema, unixSecondsSchema } from "../signed-request.ts";

/** What an Erase takes beside the signature. */
export const eraseFields = lazy(() => ({
	nonce: nonceSchema(),
	deadline: unixSecondsSchema().meta({
		description: "Deadline of the erasure in unix seconds, at most an hour ahead.",
		example: 1_795_253_400,
	}),
}));
