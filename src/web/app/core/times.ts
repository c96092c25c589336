/** Times in words, the same on pages and in their scripts: UTC, named, day before month. */

const FORMS = {
	minutes: { dateStyle: "long", timeStyle: "short" },
	/** For the cells of tables. */
	short: { dateStyle: "medium", timeStyle: "short" },
	day: { dateStyle: "long" },
} as const;

/** @param iso ISO 8601 @param language of the page */
export function timeInWords(iso: string, language: string, form: keyof typeof FORMS = "minutes"): string {
	const locale = language === "en" ? "en-GB" : language;
	const format = new Intl.DateTimeFormat(locale, { ...FORMS[form], hourCycle: "h23", timeZone: "UTC" });
	const words = format.format(new Date(iso));
	return form === "day" ? words : `${words} UTC`;
}
