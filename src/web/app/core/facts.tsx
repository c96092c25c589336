/** Facts about one thing: labels, each with what is known. */
import type { Child } from "hono/jsx";

/** Values of one label stand beside one another. */
export type Fact = readonly [label: string, ...values: Child[]];

/** Leaves out the values that are null, undefined or false, and each label that has no others. */
export function Facts({ of }: { of: readonly Fact[] }) {
	return (
		<dl>
			{of.map(([label, ...values]) => {
				const known = values.filter((value) => value !== null && value !== undefined && value !== false);
				if (known.length === 0) return null;
				return (
					<>
						<dt>{label}</dt>
						<dd>{known.map((value, at) => [at > 0 && " ", value])}</dd>
					</>
				);
			})}
		</dl>
	);
}
