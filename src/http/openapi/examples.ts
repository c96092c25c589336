/** Adds recorded examples to the document. */
import { capitalized } from "../../kernel/capitalized.ts";
import type { Examples } from "./document-types.ts";
import { type RecordedOperation, recordedExamples } from "./recorded-examples.ts";

/** Name of an operation's only example. */
const ONLY = "example";

const NOTHING: RecordedOperation = { parameters: {}, requests: {}, responses: {} };

export function recordedOf(operationId: string): RecordedOperation {
	return recordedExamples.operations[operationId] ?? NOTHING;
}

export function examplesIn(named: Record<string, unknown> = {}): Examples {
	const entries = Object.entries(named);
	if (entries.length === 0) return {};
	if (entries.length === 1 && ONLY in named) return { example: named[ONLY] };
	return {
		examples: Object.fromEntries(entries.map(([name, value]) => [name, { ...titleOf(name), value }])),
	};
}

function titleOf(name: string): { summary?: string } {
	const words = name.replaceAll("_", " ");
	return name === ONLY ? {} : { summary: capitalized(words) };
}
