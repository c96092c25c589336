/** Prefixed random ids: 128 random bits in hex behind a word that says what the id is of. */
const PREFIXES = { request: "req", developer: "dev", session: "ses", origin: "org" } as const;

function randomId(kind: keyof typeof PREFIXES): string {
	return `${PREFIXES[kind]}_${crypto.randomUUID().replaceAll("-", "")}`;
}

export const newRequestId = (): string => randomId("request");
export const newDeveloperId = (): string => randomId("developer");
export const newSessionId = (): string => randomId("session");
export const newOriginId = (): string => randomId("origin");
