/** An entry of a case's history as a sentence. */
import type { Copy } from "../copy/copy.ts";

/** Their words have a subject of their own, because nobody decided them. */
const WITH_SUBJECT: ReadonlySet<string> = new Set([
	"expire",
	"allow_execution",
	"observe_activity",
	"lose_watch",
	"regain_watch",
	"prove_execution",
	"find_mismatch",
	"judge_execution",
]);

/** Begins in lower case. @param actor such as `reviewer:dev_…` */
export function moveInWords(actor: string, move: string, { verify }: Pick<Copy, "verify">): string {
	const actors: Record<string, string> = verify.actors;
	const moves: Record<string, string> = verify.moves;
	const who = actors[actor.split(":")[0] ?? ""];
	const did = moves[move] ?? move;
	return who === undefined || WITH_SUBJECT.has(move) ? did : `${who} ${did}`;
}
