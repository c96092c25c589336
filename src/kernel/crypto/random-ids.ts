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
	evidenceLink: "evl",
	hostedLink: "hl",
	mail: "mail",
	watcher: "wat",
	emailChange: "chg",
	caseNote: "note",
} as const;

/** @param uuid random, or the creation id of an idempotent request */
function randomId(kind: keyof typeof PREFIXES, uuid: string = crypto.randomUUID()): string {
	return `${PREFIXES[kind]}_${uuid.replaceAll("-", "")}`;
}

export const newRequestId = (): string => randomId("request");
export const newDeveloperId = (): string => randomId("developer");
export const newSessionId = (): string => randomId("session");
export const newOriginId = (): string => randomId("origin");
export const newWebhookEndpointId = (uuid?: string): string => randomId("webhookEndpoint", uuid);
export const newWebhookSecretId = (uuid?: string): string => randomId("webhookSecret", uuid);
/** Ids of case events are derived: `eventIdOf`. */
export const newSampleEventId = (uuid?: string): string => randomId("event", uuid);
export const newAccountEventId = (): string => randomId("event");
export const newDeadLetterId = (): string => randomId("deadLetter");
export const newEstateId = (): string => randomId("estate");
export const newPrivacyCodeId = (): string => randomId("privacyCode");
export const newReleaseRequestId = (uuid?: string): string => randomId("releaseRequest", uuid);
export const newHostedLinkId = (uuid: string): string => randomId("hostedLink", uuid);
/** The id of a sealed document, and its key in R2. */
export const newDocumentId = (): string => randomId("document");
export const newEvidenceLinkId = (uuid?: string): string => randomId("evidenceLink", uuid);
export const newMailId = (): string => randomId("mail");
export const newEmailChangeId = (): string => randomId("emailChange");
export const newWatcherId = (): string => randomId("watcher");
export const newCaseNoteId = (uuid: string): string => randomId("caseNote", uuid);
