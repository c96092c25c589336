/**
 * Tells whether a password is known from leaks (NIST SP 800-63B-4, 3.1.1.2). If the operator names a service, that is asked. It does not
 * learn the password: it gets the first five of the forty hex digits of its SHA-1, and responds with the other digits of all
 * leaked passwords that begin so (k-anonymity). Without a service, the filter that ships decides.
 */
import { log } from "../../kernel/log.ts";
import { startTimeout } from "../../kernel/time/with-timeout.ts";
import { loadListedPasswords } from "./listed-passwords-module.ts";

const PREFIX_DIGITS = 5;
const TIMEOUT_MS = 2_000;

export type IsBreached = (password: string) => Promise<boolean>;

const isListed: IsBreached = async (password) => (await loadListedPasswords()).isListed(password);

/**
 * The filter decides if the service does not respond within two seconds, because its outage must keep nobody out.
 * @param range the beginning of a range's address; null if no service is named
 */
export function createBreachedPasswords(range: string | null): IsBreached {
	if (range === null) return isListed;
	return async (password) => {
		const timeout = startTimeout(TIMEOUT_MS);
		try {
			const digits = await sha1(password);
			return (await timeout.limit(suffixesOf(range, digits.slice(0, PREFIX_DIGITS)))).has(
				digits.slice(PREFIX_DIGITS),
			);
		} catch (cause) {
			log.warn("breached-passwords", { cause });
			return isListed(password);
		} finally {
			timeout.clear();
		}
	};
}

async function suffixesOf(range: string, prefix: string): Promise<ReadonlySet<string>> {
	// Padding hides from who watches the line which range was asked for. Its lines have the count 0.
	const response = await fetch(`${range}${prefix}`, {
		headers: { "Add-Padding": "true" },
		redirect: "manual",
	});
	if (response.status !== 200) throw new Error(`status ${response.status}`);
	const lines = (await response.text()).split("\n").map((line) => line.trim().split(":"));
	return new Set(lines.filter(([, count]) => count !== "0").map(([suffix = ""]) => suffix.toUpperCase()));
}

async function sha1(text: string): Promise<string> {
	const bytes = new Uint8Array(await crypto.subtle.digest("SHA-1", new TextEncoder().encode(text)));
	return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0"))
		.join("")
		.toUpperCase();
}
