import type { PageContext } from "../core/page-env.ts";

/** Shown by the script `exhibit`. */
export function PrintButton({ c }: { c: PageContext }) {
	return (
		<p class="actions">
			<button type="button" data-print hidden>
				{c.get("copy").exhibit.print}
			</button>
		</p>
	);
}
