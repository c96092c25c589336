/**
 * The settings that hold signing keys, as JSON Web Key Sets (RFC 7517): of sessions, and of evidence. Whether the
 * halves of a key belong together is for `health/check-signing-keys.ts` to say: that takes a signature.
 */
import * as z from "zod";
import { isP256Point } from "./kernel/p256.ts";

/** 32 bytes are 43 base64url characters, the last of which has four bits to carry. */
const coordinate = z
	.string("must be 32 bytes in base64url")
	.regex(/^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/, "must be 32 bytes in base64url");

/** @param d of the private half: the coordinate, or optional */
const keyWith = <D extends z.ZodType<string | undefined>>(d: D, what: string) =>
	z
		.object(
			{
				kty: z.literal("EC", "must be EC"),
				crv: z.literal("P-256", "must be P-256"),
				kid: z.string("must be a text").min(1, "must not be empty"),
				x: coordinate,
				y: coordinate,
				d,
			},
			what,
		)
		.refine(isP256Point, "is no P-256 key: its x and y are not a point of the curve");

const keySetOf = <Key extends z.ZodType<{ kid: string }>>(key: Key) =>
	z.object(
		{
			keys: z
				.array(key, "must be a list of keys")
				.min(1, "must have at least one key")
				.refine((keys) => new Set(keys.map(({ kid }) => kid)).size === keys.length, "no kid may occur twice"),
		},
		"must be a JSON Web Key Set",
	);

/** The first signs, all verify. */
export const sessionKeySet = keySetOf(keyWith(coordinate, "must be a private JSON Web Key"));

/** The first signs. A retired one goes on being published; its private half may be taken away, and should be. */
export const evidenceKeySet = keySetOf(keyWith(coordinate.optional(), "must be a JSON Web Key")).transform(
	({ keys }, context) => {
		const [first] = keys;
		if (first?.d !== undefined) return { keys, signingKey: { ...first, d: first.d } };
		context.addIssue({
			code: "custom",
			path: ["keys", 0],
			message: "must have its d: the first key signs",
		});
		return z.NEVER;
	},
);

export type SigningKeys = z.infer<typeof sessionKeySet>["keys"];
export type EvidenceKeySet = z.infer<typeof evidenceKeySet>;
export type EvidenceKeys = EvidenceKeySet["keys"];

/** Where in the set a key stands that is a session key as well, by its name or its point; -1 where none does. */
export function placeOfSessionKey(evidence: EvidenceKeys, sessions: SigningKeys): number {
	return evidence.findIndex(({ kid, x }) => sessions.some((key) => key.kid === kid || key.x === x));
}
