/** The way of a recovery in four pictures, with its time and its cost. */
import { Facts } from "../core/facts.tsx";
import { Icon, type IconName } from "../core/icon.tsx";
import type { PageContext } from "../core/page-env.ts";

const PICTURES: readonly IconName[] = ["pen", "court", "check", "send"];

export function HowItWorks({ c }: { c: PageContext }) {
	const { how } = c.get("copy").check;
	return (
		<section aria-labelledby="how">
			<h2 id="how">{how.heading}</h2>
			<ol class="ways pictures">
				{how.steps.map(([title, text], at) => (
					<li>
						<Icon name={PICTURES[at] ?? "dot"} />
						<h3>
							{at + 1}. {title}
						</h3>
						<p>{text}</p>
					</li>
				))}
			</ol>
			<Facts of={[how.time, how.cost]} />
		</section>
	);
}
