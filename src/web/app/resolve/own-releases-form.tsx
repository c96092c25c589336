import { TextField } from "../core/fields.tsx";
import type { PageContext } from "../core/page-env.ts";
import type { Problem } from "../core/problems.ts";

type Props = { c: PageContext; typed?: string; problems?: readonly Problem[] };

/** Leads to one's own requests. By GET, so that they have an address. */
export function OwnReleasesForm({ c, typed, problems = [] }: Props) {
	const { own: copy } = c.get("copy").resolve;
	return (
		<form novalidate method="get" action="/resolve/releases">
			<h2>{copy.heading}</h2>
			<TextField
				name="owner"
				label={c.get("copy").labels.owner}
				hint={copy.ownerHint}
				value={typed}
				problems={problems}
				spellcheck="false"
				required
			/>
			<button type="submit" class="second">
				{copy.show}
			</button>
		</form>
	);
}
