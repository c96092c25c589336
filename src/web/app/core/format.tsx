/** How pages show networks, accounts, hashes and times. */
import type { Child } from "hono/jsx";
import { shortened } from "./addresses.ts";
import { chainName } from "./chains.ts";
import type { PageContext } from "./page-env.ts";
import { daysInWords, timeInWords } from "./times.ts";

/** A network by its name and number, where somebody decides or compares. */
export const networkText = (c: PageContext, chainId: number): string =>
	c.get("copy").verify.chain(chainName(chainId), chainId);

/**
 * An account where it only reminds: short, to copy, and in full behind it. Where somebody decides, compares, signs or prints, it is
 * a `Code`.
 */
export function Account({ c, address }: { c: PageContext; address: string }) {
	return (
		<div class="account">
			<details>
				<summary>
					<code class="hash">{shortened(address)}</code> <span>{c.get("copy").common.action.showAll}</span>
				</summary>
				<Hash text={address} />
			</details>
			<CopyButton c={c} text={address} of={shortened(address)} kind="quiet" />
		</div>
	);
}

/** A network where it only reminds: by its name, or by its number if it has none here. */
export const Network = ({ c, chainId }: { c: PageContext; chainId: number }) => (
	<>{chainName(chainId) ?? networkText(c, chainId)}</>
);

/** A link to the network's block explorer, where the operator names one. @param path `address/0x…` or `tx/0x…` (EIP-3091) */
export function ExplorerLink({ c, chainId, path }: { c: PageContext; chainId: number; path: string }) {
	const explorer = c.env.settings.explorers.get(chainId);
	if (explorer === undefined) return null;
	return (
		<a class="unprinted" href={`${explorer}/${path}`} rel="noreferrer noopener">
			{c.get("copy").common.action.explorer(new URL(explorer).host)}
		</a>
	);
}

/** Always in full, because similar addresses differ in the middle. */
export function Code({ c, text }: { c: PageContext; text: string }) {
	return (
		<span class="code">
			<code class="hash">{text}</code> <CopyButton c={c} text={text} of={shortened(text)} kind="quiet" />
		</span>
	);
}

type CopyProps = { c: PageContext; text: string; of: string; kind?: "quiet" | "second" };

/** @param of names the text for people who do not see it, such as users of a screen reader */
export function CopyButton({ c, text, of, kind = "second" }: CopyProps) {
	const { action } = c.get("copy").common;
	return (
		<button
			type="button"
			class={kind}
			data-copy={text}
			data-copied={action.copied}
			aria-label={`${action.copy} ${of}`}
			hidden
		>
			{action.copy}
		</button>
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
export function Time({ c, iso, only }: { c: PageContext; iso: string; only?: "day" | "short" | "date" }) {
	return <time datetime={iso}>{timeInWords(iso, c.get("language"), only)}</time>;
}

/** A time that is ahead, such as "28 days left, until 23 December 2026 at 14:05 UTC". @param now unix milliseconds */
export function Left({ c, iso, now }: { c: PageContext; iso: string; now: number }) {
	const { left, until } = c.get("copy").common.times;
	const days = daysInWords(Date.parse(iso) - now, c.get("language"));
	return (
		<>
			{days !== null && `${left(days)}, `}
			{until} <Time c={c} iso={iso} />
		</>
	);
}
