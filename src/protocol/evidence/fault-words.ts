/** English words for the faults of evidence bundles. Each continues a sentence that begins with the path. */
import type { Expected } from "../form.ts";
import type { PlacedFault } from "./faults.ts";
import { HEAD_ALGORITHM, HEAD_TYPE } from "./head-form.ts";

type Words<F> = string | ((fault: F) => string);

const WORDS: { [Kind in PlacedFault["kind"]]: Words<Extract<PlacedFault, { kind: Kind }>> } = {
	not_json: "is not a JSON object",
	not_canonical: "is not canonical JSON (RFC 8785), the only accepted form",
	unknown_content: "contains values that JSON cannot represent, or members that this version does not know",
	too_large: "is larger than any part of a bundle",
	malformed: ({ expected }) => expectedInWords(expected),
	head_not_jws: "is not a compact JWS",
	head_wrong_header: `has a header other than alg ${HEAD_ALGORITHM}, typ ${HEAD_TYPE} and a kid`,
	head_not_canonical: "has a signature that is not canonical (base64url without stray bits, lower s)",
	head_wrong_content: "does not contain a digest and nothing else",
	keys_malformed: "cannot be verified, because the given keys are not a JSON Web Key Set",
	key_unknown: ({ kid }) => `names the key ${kid}, which is not in the given key set`,
	key_ambiguous: ({ kid }) => `names the key ${kid}, which occurs more than once in the given key set`,
	head_wrong_signature: ({ kid }) => `was not signed by the key ${kid}`,
	key_unusable: ({ kid, algorithm }) => `could not be verified, because ${kid} is not a key of ${algorithm}`,
	digest_differs: ({ expected, found }) => `has the digest ${found}, but the head signs ${expected}`,
	jrc_hash_wrong: "is not the hash of the intent",
	case_id_wrong: "does not follow from the jrcHash",
	intent_differs: "differs from the intent that the case was created with",
	entry_missing: ({ expected }) => `has no entry with the hash ${expected}, which a webhook carried`,
	message_differs: "differs from the typed data of this case",
	message_digest_wrong: "is not the digest of this message",
	signature_wrong: ({ move, expected }) => `is not a signature of this ${move} by ${expected}`,
	decision_signature_wrong: "is not a signature of this decision by the passkey that it names",
	comparison_wrong: "is no comparison that the rules allow with what the case has",
	sequence_wrong: ({ expected }) => `is not ${expected}, its position in the history`,
	payload_of_other_move: ({ expected, found }) =>
		`records the move ${expected}, but has the payload of ${found}`,
	payload_changed: "does not match the payloadHash of its entry",
	chain_broken: ({ index }) =>
		`has a hash that does not follow from ${index === 0 ? "the jrcHash" : "the previous entry"}`,
	move_rejected: ({ reason }) => `is rejected by the lifecycle: ${reason}`,
	move_without_effect: "changes nothing, so it is not a move",
	second_creation: "creates the case a second time",
	creation_missing: "is the first move, but does not create the case",
	result_wrong: "is not the result of the move under the lifecycle rules",
	event_count_wrong: ({ expected, found }) => `has ${found} events, but the history produces ${expected}`,
	event_wrong: "does not follow from the history",
	state_wrong: "is not the state that the history leads to",
	version_wrong: ({ expected, found }) => `has ${found} entries, but the case is at version ${expected}`,
};

const FORMS: Record<Exclude<Expected["form"], "one_of" | "whole_number">, string> = {
	absent: "is not a member that this version knows",
	actor: "must be an actor that can move a case",
	address: "must be `0x` and 40 hex digits",
	bytes: "must be `0x` and an even number of hex digits",
	case_id: "must be `rc_` and 32 hex digits",
	checksum: "has a wrong EIP-55 checksum",
	decimal: "must be a safe integer, as decimal text",
	document_id: "must be `doc_` and 32 hex digits",
	event_id: "must be `evt_` and 32 hex digits",
	filled_list: "must have at least one item",
	filled_text: "must not be empty",
	hash: "must be `0x` and 64 lower-case hex digits",
	hash_any_case: "must be `0x` and 64 hex digits",
	list: "must be a list",
	number_text: "must be a decimal or `0x` number",
	object: "must be an object",
	present: "is required",
	reference: "must be 1 to 200 letters, digits and the signs `_.:-`",
	short_bytes: "is too long",
	text: "must be text",
	time: "must be an existing time in ISO 8601, in UTC with milliseconds",
	uint256: "must be below 2^256",
};

export function faultInWords(fault: PlacedFault): string {
	// The cast is safe, because WORDS has for each kind the words of that kind.
	const words = WORDS[fault.kind] as Words<PlacedFault>;
	return typeof words === "string" ? words : words(fault);
}

function expectedInWords(expected: Expected): string {
	switch (expected.form) {
		case "one_of":
			return `must be one of ${expected.values.join(", ")}`;
		case "whole_number":
			return `must be a whole number from ${expected.min} to ${expected.max}`;
		default:
			return FORMS[expected.form];
	}
}
