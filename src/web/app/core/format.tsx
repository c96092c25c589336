/** How pages show addresses, hashes and times. */ import type { Child } from "hono/jsx";
import { shortened } from "./addresses.ts";
import { chainName } from "./chains.ts";
import type { PageContext } from "./page-env.ts";
import { timeInWords } from "./times.ts";

/** A network by its name and number. */
export const networkText = (c: PageContext, chainId: number): string =>
	c.get("copy").verify.chain(chainName(chainId), chainId);

/** Always in full, because similar addresses differ in the middle. */
export function Code({ c, text }: { c: PageContext; text: string }) {
	const { action } = c.get("copy").common;
	return (
		<span class="code">
			<code class="hash">{text}</code>{" "}
			<button
				type="button"
				class="quiet"
				data-copy={text}
				data-copied={action.copied}
				aria-label={`${action.copy} ${shortened(text)}`}
				hidden
			>
				{action.copy}
			</button>
		</span>
	);
}

/** Sentences, one below the other. */
export function Items({ of, isOrdered = false }: { of: readonly Child[]; isOrdered?: boolean }) {
	const List = isOrdered ? "ol" : "ul";
	return (
		<List>
			{of.map((item) => (
				<li>{item}</li>
			))}
		</List>
	);
}

/** An address, id or hash that nobody copies from here. */
export function Hash({ text }: { text: string }) {
	return <span class="hash">{text}</span>;
}

/** @param iso ISO 8601. `short` is for the cells of tables. */
export function Time({ c, iso, only }: { c: PageContext; iso: string; only?: "day" | "short" }) {
	return <time datetime={iso}>{timeInWords(iso, c.get("language"), only)}</time>;
}
