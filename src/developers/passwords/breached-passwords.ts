/**
 * Asks a service whether a password has leaked elsewhere, without telling it the password: it gets the first five of forty hex
 * digits of its SHA-1, and responds with the other digits of some hundred leaked ones (k-anonymity; NIST SP 800-63B-4, 3.1.1.2).
 */
import { log } from "../../kernel/log.ts";
import { startTimeout } from "../../kernel/time/with-timeout.ts";

const PREFIX_DIGITS = 5;
const TIMEOUT_MS = 2_000;

export type IsBreached = (password: string) => Promise<boolean>;

/** Without an answer within two seconds a password counts as safe, because nobody must be kept out by another service. */
export function createBreachedPasswords(range: string): IsBreached {
	return async (password) => {
		const timeout = startTimeout(TIMEOUT_MS);
		try {
			const digits = await sha1(password);
			return (await timeout.limit(suffixesOf(range, digits.slice(0, PREFIX_DIGITS)))).has(
				digits.slice(PREFIX_DIGITS),
			);
		} catch (cause) {
			log.warn("breached-passwords", { cause });
			return false;
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
