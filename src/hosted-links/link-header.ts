/** The header in which the hosted pages send the secret of a started link. */
import { AppError } from "../kernel/errors/app-error.ts";

const LINK_HEADER = "x-hosted-link";

/**
 * The secret, if the request has one. Browsers keep it in a cookie that no script reads.
 *
 * @throws AppError FORBIDDEN if a browser sent the header
 */
export function linkSecretOf(headers: Headers): string | undefined {
	const secret = headers.get(LINK_HEADER);
	if (secret === null) return undefined;
	rejectBrowser(headers);
	return secret;
}

/** @throws AppError FORBIDDEN */
export function rejectBrowser(headers: Headers): void {
	if (!headers.has("Origin") && !headers.has("Sec-Fetch-Site")) return;
	throw new AppError({
		code: "FORBIDDEN",
		message:
			"A browser sent this request. The secret of a hosted link belongs to the service's own pages, which send it from the server.",
	});
}
