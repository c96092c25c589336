/** How pages show addresses, hashes and times. */
import type { PageContext } from "./page-env.ts";

/** Always in full, because accounts that look alike differ in the middle. */
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

/** Only beside the full form: to tell apart in a sentence what stands in full nearby. */
function shortened(text: string): string {
	return text.length <= 20 ? text : `${text.slice(0, 8)}…${text.slice(-6)}`;
}

const MINUTES = { dateStyle: "long", timeStyle: "short", timeZone: "UTC" } as const;
const DAYS = { dateStyle: "long", timeZone: "UTC" } as const;

/** @param iso ISO 8601 */
export function Time({ c, iso, only }: { c: PageContext; iso: string; only?: "day" }) {
	const locale = c.get("language") === "en" ? "en-GB" : c.get("language");
	const words = new Intl.DateTimeFormat(locale, only === "day" ? DAYS : MINUTES).format(new Date(iso));
	return <time datetime={iso}>{only === "day" ? words : `${words} UTC`}</time>;
}
