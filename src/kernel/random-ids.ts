/** Prefixes of random ids; 128 random bits in hex follow. */
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
export const newWebhookSecretId = (): string => randomId("webhookSecret");
/** Ids of case events are derived: `eventIdOf`. */
export const newSampleEventId = (): string => randomId("event");
export const newDeadLetterId = (): string => randomId("deadLetter");
export const newEstateId = (): string => randomId("estate");
export const newPrivacyCodeId = (): string => randomId("privacyCode");
export const newReleaseRequestId = (): string => randomId("releaseRequest");
/** The id of a sealed document, and its key in R2. */
export const newDocumentId = (): string => randomId("document");
