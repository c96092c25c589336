/** `/estate` for whoever has not signed in. */
import { WayOn } from "../core/form.tsx";
import { Items } from "../core/format.tsx";
import type { PageContext } from "../core/page-env.ts";
import { page } from "../core/respond.tsx";
import { signInPath } from "../core/sessions.ts";

export function aboutPage(c: PageContext): Promise<Response> {
	const { common, estate: copy } = c.get("copy");
	return page(
		c,
		{ title: common.nav.estate, area: "people", lead: copy.lead },
		<>
			<HeirsNeed c={c} />
			<WayOn href={signInPath("wallet", "/estate")} text={copy.signIn} />
			<h2>{copy.not.heading}</h2>
			<Items of={copy.not.items} />
		</>,
	);
}

/** Whether the service knows a recovery module that an owner can set up. */
export const hasModule = (c: PageContext) => c.env.settings.moduleReviewers.size > 0;

function HeirsNeed({ c }: { c: PageContext }) {
	const { heirs: copy } = c.get("copy").estate;
	const [someone, ...others] = copy.items;
	return (
		<>
			<h2>{copy.heading}</h2>
			<ol>
				<li>
					{someone}
					{hasModule(c) && (
						<>
							{" "}
							<a href="/estate/module">{copy.module}</a>
						</>
					)}
				</li>
				{others.map((item) => (
					<li>{item}</li>
				))}
			</ol>
		</>
	);
}
