/** Prefixed random ids: 128 random bits in hex behind a word that says what the id is of. */
const PREFIXES = {
	request: "req",
	developer: "dev",
	session: "ses",
	origin: "org",
	webhookEndpoint: "we",
	webhookSecret: "wsk",
	event: "evt",
	deadLetter: "dl",
	estate: "est",
	privacyCode: "pc",
	releaseRequest: "rel",
	document: "doc",
} as const;

function randomId(kind: keyof typeof PREFIXES): string {
	return `${PREFIXES[kind]}_${crypto.randomUUID().replaceAll("-", "")}`;
}

export const newRequestId = (): string => randomId("request");
export const newDeveloperId = (): string => randomId("developer");
export const newSessionId = (): string => randomId("session");
export const newOriginId = (): string => randomId("origin");
export const newWebhookEndpointId = (): string => randomId("webhookEndpoint");
/** Names a secret; it is not one. */
export const newWebhookSecretId = (): string => randomId("webhookSecret");
/** Of a sample event. Those of cases follow from the case: `eventIdOf`. */
export const newSampleEventId = (): string => randomId("event");
export const newDeadLetterId = (): string => randomId("deadLetter");
export const newEstateId = (): string => randomId("estate");
/** Names a privacy code; it is not one. */
export const newPrivacyCodeId = (): string => randomId("privacyCode");
export const newReleaseRequestId = (): string => randomId("releaseRequest");
/** Of a sealed document, and its key in R2. */
export const newDocumentId = (): string => randomId("document");
