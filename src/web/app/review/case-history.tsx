/** The history of a case, oldest entry first. */
import type { Copy } from "../copy/copy.ts";
import { Time } from "../core/format.tsx";
import type { PageContext } from "../core/page-env.ts";
import { Table } from "../core/table.tsx";
import type { ReviewedCase } from "./case-words.tsx";

type Entry = ReviewedCase["history"][number];

export function History({ c, of }: { c: PageContext; of: ReviewedCase }) {
	const { review, verify } = c.get("copy");
	const copy = review.case;
	return (
		<>
			<h2>{copy.history}</h2>
			<Table
				caption={copy.history}
				rows={of.history}
				columns={[
					[verify.fields.entry, ({ sequence }) => sequence],
					[verify.fields.time, ({ at }) => <Time c={c} only="short" iso={at} />],
					[verify.fields.who, ({ actor }) => actorWords(c, actor)],
					[verify.fields.what, ({ move }) => wordsOf(verify.moves, move)],
					[verify.fields.status, (entry) => newStatus(entry, verify)],
				]}
			/>
		</>
	);
}

/** A dash if the entry led to no other status. What else it changed, such as the verification, is told by the move. */
function newStatus(
	{ from, to, reason, eventId }: Entry,
	{ statuses, statusReasons }: Copy["verify"],
): string {
	if (eventId === null || (from === "pending" && to === "pending")) return "–";
	return reason === null ? statuses[to] : `${statuses[to]}: ${statusReasons[reason]}`;
}

/** Reviewers see which colleague decided. */
function actorWords(c: PageContext, actor: string) {
	const { actors } = c.get("copy").verify;
	const [kind = "", id] = actor.split(":");
	return (
		<>
			{wordsOf(actors, kind)} {id !== undefined && <span class="hash">{id}</span>}
		</>
	);
}

/** A newer API may know a word that the pages lack. */
function wordsOf(words: Readonly<Record<string, string>>, name: string): string {
	return words[name] ?? name;
}
