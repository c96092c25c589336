/** Reads the text of a bundle part by part: first its seal alone, then everything. */

import { webSha256Hex } from "../../kernel/crypto/web-sha256.ts";
import { canonicalJson } from "../../kernel/encoding/canonical-json.ts";
import type { Hex } from "../../kernel/encoding/hex.ts";
import { jsonPath } from "../../kernel/encoding/json-differences.ts";
import type { Pause } from "../../kernel/time/pause.ts";
import { type Expected, type Form, parse } from "../form.ts";
import { canonicalObject } from "./derived-parts.ts";
import type { EvidenceBundle, EvidenceForms } from "./evidence-form.ts";
import { faultAt, type PlacedFault } from "./faults.ts";
import { LISTS, type Part, partsOf } from "./split-bundle.ts";

/** `digest`: SHA-256 of the text without its head, which is the bundle's digest if the text is canonical. */
type Seal = { format: unknown; head: unknown; digest: Hex };

const CHUNK_CHARACTERS = 512 * 1024;
const HEAD_NAME = '"head":';

/** @throws SyntaxError or PartTooLarge, as `partsOf` */
export async function readSeal(text: string, pause: Pause): Promise<Seal> {
	const chunks: Blob[] = [];
	let from = 0;
	const add = (to: number, next: number) => {
		chunks.push(new Blob([text.slice(from, to)]));
		from = next;
	};
	let format: unknown;
	let head: unknown;
	for (const part of partsOf(text)) {
		await pause();
		if (part.where === "$.format") format = jsonAt(text, part);
		if (part.where === "$.head") {
			head = jsonAt(text, part);
			add(part.from - HEAD_NAME.length, part.to + 1);
		} else if (part.to - from > CHUNK_CHARACTERS) add(part.to, part.to);
	}
	add(text.length, text.length);
	const digest = await webSha256Hex(new Uint8Array(await new Blob(chunks).arrayBuffer()));
	return { format, head, digest };
}

function jsonAt(text: string, { from, to }: Part): unknown {
	return JSON.parse(text.slice(from, to));
}

/** `text` is canonical. */
type Read<T> = { value: T; text: string };

/**
 * @param acts gets what each entry of the history says that it is
 * @returns null if there was a fault
 * @throws SyntaxError or PartTooLarge, as `partsOf`
 */
export async function* readBundle(
	text: string,
	forms: EvidenceForms,
	{ pause, acts }: { pause: Pause; acts: unknown[] },
): AsyncGenerator<PlacedFault, Read<EvidenceBundle> | null> {
	const known: Record<string, Form<unknown>> = forms.members;
	const members = new Map<string, Read<unknown>>();
	const items = { history: [] as Read<unknown>[], events: [] as Read<unknown>[] };
	const missing = new Set(Object.keys(known));
	let hasFault = false;
	for (const part of partsOf(text)) {
		await pause();
		const { name, list } = part;
		missing.delete(name);
		const given = jsonAt(text, part);
		if (list === "history") acts.push(Object(Object(given).entry).move);
		const form = list === null ? known[name] : forms.items[list];
		const read = readPart(given, part.where, Object.hasOwn(known, name) ? form : undefined);
		if ("faults" in read) {
			hasFault = true;
			yield* read.faults;
		} else if (list === null) members.set(name, read);
		else items[list].push(read);
	}
	for (const name of missing) yield absent(jsonPath("$", [name]));
	if (hasFault || missing.size > 0) return null;
	for (const list of LISTS) if (items[list].length > 0) members.set(list, joined(items[list]));
	return bundleOf(members);
}

/** @param given undefined if the text has no such part */
export function readPart<T>(
	given: unknown,
	where: string,
	form: Form<T> | undefined,
): Read<T> | { faults: PlacedFault[] } {
	if (!form) return { faults: [malformed(where, { form: "absent" }, given)] };
	if (given === undefined) return { faults: [absent(where)] };
	const parsed = parse(form, given, where);
	if (!parsed.ok)
		return { faults: parsed.faults.map(({ path, expected, found }) => malformed(path, expected, found)) };
	try {
		return { value: parsed.value, text: canonicalJson(parsed.value) };
	} catch {
		return { faults: [faultAt(where, { kind: "unknown_content" })] };
	}
}

const absent = (where: string) => malformed(where, { form: "present" }, undefined);

function malformed(where: string, expected: Expected, found: unknown): PlacedFault {
	return faultAt(where, { kind: "malformed", expected, found });
}

function joined(items: readonly Read<unknown>[]): Read<unknown> {
	return { value: items.map(({ value }) => value), text: `[${items.map(({ text }) => text).join(",")}]` };
}

function bundleOf(members: ReadonlyMap<string, Read<unknown>>): Read<EvidenceBundle> {
	const texts = [...members].map(([name, { text }]) => ({ name, text }));
	const values = [...members].map(([name, { value }]) => [name, value]);
	// The cast is safe, because each member has its form, and none is missing.
	return { value: Object.fromEntries(values) as EvidenceBundle, text: canonicalObject(texts) };
}
