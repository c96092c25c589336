/** Facts about one thing: labels, each with what is known. */
import type { Child } from "hono/jsx";

/** Values of one label stand beside one another. */
export type Fact = readonly [label: string, ...values: Child[]];

/** Each label stands beside its values, or above them if `isBrief`. Leaves out the values that are null, undefined or false, and each label that has no others. */
export function Facts({ of, isBrief = false }: { of: readonly Fact[]; isBrief?: boolean }) {
	return (
		<dl class={isBrief ? "brief" : undefined}>
			{of.map(([label, ...values]) => {
				const known = values.filter((value) => value !== null && value !== undefined && value !== false);
				if (known.length === 0) return null;
				return (
					<div>
						<dt>{label}</dt>
						<dd>{known.map((value, at) => [at > 0 && " ", value])}</dd>
					</div>
				);
			})}
		</dl>
	);
}
