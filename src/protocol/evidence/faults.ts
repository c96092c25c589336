/** The faults of an evidence bundle, as data: pages word them in several languages. */
import type { Hex } from "../../kernel/encoding/hex.ts";
import type { Command } from "../case-state.ts";
import type { Rejection } from "../decision.ts";
import type { Expected } from "../form.ts";
import type { HEAD_ALGORITHM } from "./head-form.ts";

/** `expected` follows from the rest of the bundle or from its format; `found` is in the bundle. */
type Contrast<T = unknown> = { expected: T; found: T };

export type HeadFault =
	| { kind: "head_not_jws" | "head_wrong_header" | "head_not_canonical" | "head_wrong_content" }
	/** The given keys are not a JSON Web Key Set. */
	| { kind: "keys_malformed" }
	/** The given keys have none with the id that the head names, or several. */
	| { kind: "key_unknown" | "key_ambiguous"; kid: string }
	| { kind: "head_wrong_signature"; kid: string }
	/** The key is not one of the algorithm. */
	| { kind: "key_unusable"; kid: string; algorithm: typeof HEAD_ALGORITHM };

export type MoveFault =
	| { kind: "move_rejected"; reason: Rejection }
	| { kind: "move_without_effect" | "second_creation" | "creation_missing" };

export type Fault =
	| HeadFault
	| MoveFault
	| { kind: "not_json" | "not_canonical" | "unknown_content" | "too_large" }
	| { kind: "malformed"; expected: Expected; found: unknown }
	/** `expected`: the digest that the head signs. */
	| ({ kind: "digest_differs" } & Contrast<Hex>)
	| ({ kind: "jrc_hash_wrong" } & Contrast<Hex>)
	| ({ kind: "case_id_wrong" } & Contrast<string>)
	/** `expected`: as the creation has it. */
	| ({ kind: "intent_differs" } & Contrast)
	/** A history hash that a webhook carried, and that no entry has. */
	| { kind: "entry_missing"; expected: string }
	| ({ kind: "message_differs" } & Contrast)
	| ({ kind: "message_digest_wrong" } & Contrast<Hex>)
	/** `expected`: the account that must have signed. `found`: the one that has; null if there is none. */
	| { kind: "signature_wrong"; move: Command["kind"]; expected: string; found: string | null }
	/** The passkey that the move names has not signed this decision, or without the reviewer's PIN or touch. */
	| { kind: "decision_signature_wrong" }
	/** The reviewer states as equal what differs, or the reverse, or compares what the case does not have. */
	| { kind: "comparison_wrong" }
	| ({ kind: "sequence_wrong" } & Contrast<number>)
	/** `expected`: the move that the entry records. */
	| ({ kind: "payload_of_other_move" } & Contrast<Command["kind"]>)
	/** `expected`: the hash in the entry. `found`: that of the payload. */
	| ({ kind: "payload_changed" } & Contrast<Hex>)
	| ({ kind: "chain_broken" } & Contrast<Hex>)
	| ({ kind: "result_wrong" } & Contrast)
	| ({ kind: "event_count_wrong" } & Contrast<number>)
	| ({ kind: "event_wrong" } & Contrast)
	| ({ kind: "state_wrong" } & Contrast)
	/** `expected`: the version of the case. `found`: the number of entries. */
	| ({ kind: "version_wrong" } & Contrast<number>);

type EvidencePart = "bundle" | "head" | "intent" | "history" | "events" | "state";

export type PlacedFault = Fault & {
	/** JSON path of the part that fails; `$` is the bundle. */
	where: string;
	part: EvidencePart;
	/** Position of the entry in `history` or of the event in `events`, from 0; null elsewhere. */
	index: number | null;
};

export type EvidenceFault = PlacedFault & {
	/** The move that the entry says it is; null elsewhere, and without a known one. */
	act: Command["kind"] | null;
};

/** @param where a JSON path */
export function faultAt(where: string, fault: Fault): PlacedFault {
	const [, name = "", position] = /^\$\.(head|intent|history|events|state)(?:\[(\d+)\])?/.exec(where) ?? [];
	const part = name === "" ? "bundle" : (name as EvidencePart);
	return { ...fault, where, part, index: position === undefined ? null : Number(position) };
}
