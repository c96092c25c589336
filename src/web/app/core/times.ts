/** Times in words, the same on pages and in their scripts: UTC, named, day before month. */

const FORMS = {
	minutes: { dateStyle: "long", timeStyle: "short" },
	/** For the cells of tables. */
	short: { dateStyle: "medium", timeStyle: "short" },
	day: { dateStyle: "long" },
	/** For boxes. */
	date: { dateStyle: "medium" },
} as const;
const DAY_MS = 86_400_000;

const localeOf = (language: string): string => (language === "en" ? "en-GB" : language);

/** @param iso ISO 8601 @param language of the page */
export function timeInWords(iso: string, language: string, form: keyof typeof FORMS = "minutes"): string {
	const format = new Intl.DateTimeFormat(localeOf(language), {
		...FORMS[form],
		hourCycle: "h23",
		timeZone: "UTC",
	});
	const words = format.format(new Date(iso));
	return form === "day" || form === "date" ? words : `${words} UTC`;
}

/** Such as "3 Nov", for plots. */
export function dayInWords(iso: string, language: string): string {
	const format = new Intl.DateTimeFormat(localeOf(language), {
		day: "numeric",
		month: "short",
		timeZone: "UTC",
	});
	return format.format(new Date(iso));
}

/** Such as "28 days". Null below two of them, because a countdown of hours or minutes frightens. */
export function daysInWords(ms: number, language: string): string | null {
	return ms < 2 * DAY_MS ? null : countOfDays(Math.round(ms / DAY_MS), language);
}

/** Such as "1 day". */
export function countOfDays(days: number, language: string): string {
	return new Intl.NumberFormat(language, { style: "unit", unit: "day", unitDisplay: "long" }).format(days);
}

/** Such as "today" or "3 days ago", by days of UTC. @param now unix milliseconds */
export function agoInWords(iso: string, now: number, language: string): string {
	const days = Math.floor(now / DAY_MS) - Math.floor(Date.parse(iso) / DAY_MS);
	return new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(-days, "day");
}
