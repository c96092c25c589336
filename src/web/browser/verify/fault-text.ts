/** Faults of an evidence file as sentences in the language of the page. */
import type { EvidenceFault } from "../../../protocol/evidence/faults.ts";
import type { verify } from "../../app/copy/en/verify.ts";

type VerifyCopy = typeof verify;

/** Entries of the history come first and in order, because the first one tells most. The whole file comes last. */
export function sortFaults(faults: readonly EvidenceFault[]): EvidenceFault[] {
	const rank = ({ part, index }: EvidenceFault) => {
		if (part === "history") return index ?? Number.MAX_SAFE_INTEGER / 2;
		return part === "bundle" ? Number.POSITIVE_INFINITY : Number.MAX_SAFE_INTEGER;
	};
	return faults.toSorted((a, b) => (rank(a) === rank(b) ? 0 : rank(a) - rank(b)));
}

export function faultSentence(fault: EvidenceFault, copy: VerifyCopy): string {
	return `${placeOf(fault, copy)} ${problemOf(fault, copy)}`;
}

function placeOf({ part, index, act }: EvidenceFault, { places, moves }: VerifyCopy): string {
	if (part === "history" && index !== null) return places.entry(index + 1, act === null ? null : moves[act]);
	return part === "events" && index !== null ? places.event(index + 1) : places[part];
}

function problemOf(fault: EvidenceFault, { faults }: VerifyCopy): string {
	switch (fault.kind) {
		case "key_unknown":
		case "key_ambiguous":
		case "key_unusable":
		case "head_wrong_signature":
			return faults[fault.kind](fault.kid);
		case "signature_wrong":
			return faults.signature_wrong(fault.expected, fault.found);
		case "sequence_wrong":
			return faults.sequence_wrong(fault.expected);
		case "event_count_wrong":
		case "version_wrong":
			return faults[fault.kind](fault.expected, fault.found);
		default:
			return faults[fault.kind];
	}
}

const MAX_VALUE_LENGTH = 300;

/** @param value of the file, which may be nested deeper than the browser can write it */
export function valueInText(value: unknown): string {
	const text = typeof value === "string" ? value : jsonOf(value);
	return text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH)} …` : text;
}

function jsonOf(value: unknown): string {
	try {
		return JSON.stringify(value) ?? "–";
	} catch {
		return "…";
	}
}
