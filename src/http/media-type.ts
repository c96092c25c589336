const PARAMETER = /;\s*charset\s*=\s*"?([^";\s]*)"?/i;

/** The type of a `Content-Type`, without its parameters, in lower case (RFC 9110 section 8.3.1). */
export const mediaTypeOf = (contentType: string | null | undefined): string | undefined =>
	contentType?.split(";")[0]?.trim().toLowerCase();

/** True without a `charset` too. */
export const isUtf8 = (contentType = ""): boolean =>
	(PARAMETER.exec(contentType)?.[1] ?? "utf-8").toLowerCase() === "utf-8";
