/** Times in words, the same on pages and in their scripts: UTC, named, day before month. */

const FORMS = {
	minutes: { dateStyle: "long", timeStyle: "short" },
	/** For the cells of tables. */
	short: { dateStyle: "medium", timeStyle: "short" },
	day: { dateStyle: "long" },
	/** For boxes. */
	date: { dateStyle: "medium" },
} as const;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Largest first. */
const UNITS = [
	["day", DAY_MS],
	["hour", HOUR_MS],
	["minute", MINUTE_MS],
] as const;

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

/** In the largest unit of which there are two, such as "28 days". */
export function durationInWords(ms: number, language: string): string {
	const [unit, length] = UNITS.find(([, length]) => ms >= 2 * length) ?? ["minute", MINUTE_MS];
	const format = new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" });
	return format.format(Math.max(1, Math.round(ms / length)));
}

/** Such as "today" or "3 days ago", by days of UTC. @param now unix milliseconds */
export function agoInWords(iso: string, now: number, language: string): string {
	const days = Math.floor(now / DAY_MS) - Math.floor(Date.parse(iso) / DAY_MS);
	return new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(-days, "day");
}
