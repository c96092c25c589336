import * as z from "zod";
import { lazy } from "../../kernel/once.ts";

/** An issued message has about 400 characters. */
const MAX_MESSAGE_LENGTH = 2_000;

export const challengeMessage = lazy(() =>
	z.string().max(MAX_MESSAGE_LENGTH, `must have at most ${MAX_MESSAGE_LENGTH} characters`),
);
