/** `/estate` for whoever has not signed in, and what heirs will need. */
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
			<HeirsNeed c={c} modulePath="/estate/module" />
			<WayOn href={signInPath("wallet", "/estate")} text={copy.signIn} />
			<h2>{copy.not.heading}</h2>
			<Items of={copy.not.items} />
		</>,
	);
}

/** @param modulePath where the recovery module is set up */
export function HeirsNeed({ c, modulePath }: { c: PageContext; modulePath: string }) {
	const { heirs: copy } = c.get("copy").estate;
	const [someone, ...others] = copy.items;
	return (
		<>
			<h2>{copy.heading}</h2>
			<ol>
				<li>
					{someone}
					{c.env.settings.moduleReviewers.size > 0 && (
						<>
							{" "}
							<a href={modulePath}>{copy.module}</a>
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
