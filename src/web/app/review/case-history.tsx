/** The history of a case, oldest entry first. */
import { Time } from "../core/format.tsx";
import type { PageContext } from "../core/page-env.ts";
import type { ReviewedCase } from "./case-words.tsx";

export function History({ c, of }: { c: PageContext; of: ReviewedCase }) {
	const { review, verify } = c.get("copy");
	const copy = review.case;
	return (
		<>
			<h2>{copy.history}</h2>
			<div class="scroll" tabindex={0}>
				<table>
					<caption class="hidden-visually">{copy.history}</caption>
					<thead>
						<tr>
							<th scope="col">{verify.fields.entry}</th>
							<th scope="col">{verify.fields.time}</th>
							<th scope="col">{verify.fields.who}</th>
							<th scope="col">{verify.fields.what}</th>
							<th scope="col">{verify.fields.status}</th>
						</tr>
					</thead>
					<tbody>
						{of.history.map((entry) => (
							<tr>
								<th scope="row">{entry.sequence}</th>
								<td>
									<Time c={c} only="short" iso={entry.at} />
								</td>
								<td>{actorWords(c, entry.actor)}</td>
								<td>{wordsOf(verify.moves, entry.move)}</td>
								<td>
									{verify.statuses[entry.to]}
									{entry.reason !== null && `: ${verify.statusReasons[entry.reason]}`}
								</td>
							</tr>
						))}
					</tbody>
				</table>
			</div>
		</>
	);
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
