import type { WebhookEventType } from "../../../../../protocol/enumerations.ts";
import { labels } from "../labels.ts";

export const endpoints = {
	title: "Webhooks",
	one: "Webhook endpoint",
	lead: "We send every step of your cases to these addresses. Each address has its own secret, which signs what it gets.",
	none: "You have no endpoint yet.",
	id: "Id",
	labels: { url: "URL", description: "Description", eventTypes: "Events" },
	urlHint: "Such as https://api.example.com/hooks.",
	/** Added where the service runs on the developer's own machine. */
	urlHintHere: "On this machine also http://127.0.0.1:9000/hooks.",
	descriptionHint: "For yourself. You can leave it empty.",
	types: {
		"recovery_case.created": "a case is filed, or waits for its order again",
		"recovery_case.pending": "a court order is attached or verified, or the recovery may be executed",
		"recovery_case.action_required": "a case is on hold, and somebody must act",
		"recovery_case.executed": "the recovery is executed",
		"recovery_case.rejected": "a case has ended without a recovery",
		"account.claimed": "a case names an account that you watch",
		"account.claim_changed": "a claim on an account that you watch has changed",
		"account.recovery_scheduled":
			"a recovery of an account that you watch was scheduled on its chain, and no case allows it",
	} satisfies Record<WebhookEventType, string>,
	words: {
		url: "Begin with https://, such as https://api.example.com/hooks, without a user name and without #. The internet must reach the address.",
		description: "Use one line of at most 256 characters.",
		eventTypes: "Choose at least one event.",
	} as Record<string, string>,
	statuses: {
		untried: "not called yet",
		healthy: labels.works,
		failed: "the last attempt failed",
		failing: "fails",
		disabled: "disabled",
	},
	disabledReasons: {
		by_owner: "by you",
		gone: "because your receiver responded with 410",
		failing: "because nothing was delivered for five days",
	},
	successRate: "Successful in seven days",
	lastSuccess: "Last success",
	lastFailure: "Last failure",
	previousSecret: "Old secret valid until",
	create: "Create an endpoint",
	createAction: "Create the endpoint",
	edit: "Change",
	save: "Save",
	deliveries: "See what was delivered",
	back: "Back to all endpoints",
	done: {
		saved: "The endpoint is changed.",
		disabled:
			"The endpoint is disabled. You can recover its events for 30 days; the feed of events keeps them for ever.",
		enabled: "The endpoint is enabled.",
		deleted: "The endpoint is deleted.",
	} as Record<string, string>,
	secret: {
		title: "The secret of the endpoint",
		label: "Secret",
		receive: "Check what arrives",
		save: "Your receiver checks with the secret that an event came from us. Save this as receive.mjs:",
		start: "Start it:",
		languages: "Python, Go, PHP, Ruby, and without a package",
		back: "To the endpoint",
		already: "This was done already",
		alreadyText:
			"The same form was sent again, such as by a reload, so nothing was made twice. The secret was shown the first time only. If you do not have it, rotate the secret of the endpoint.",
	},
	test: {
		title: "Test",
		text: "We send one signed event about a made-up case, and show you how your receiver responds.",
		action: "Send a test event",
		delivered: "delivered",
		failed: "not delivered",
		status: (status: number) =>
			`Your receiver responded with ${status}. It must respond with a status from 200 to 299.`,
	},
	switches: { disable: "Disable, new secret, delete", enable: "Enable, new secret, delete" },
	disable: {
		title: "Disable",
		text: "We send nothing until you enable it again. You can recover the events of that time later.",
		action: "Disable the endpoint",
	},
	enable: {
		title: "Enable",
		text: "Deliveries start again, and earlier failures no longer count.",
		action: "Enable the endpoint",
	},
	rotate: { title: "New secret", action: "Rotate the secret" },
	overlap: "How long the old secret also works",
	overlaps: { "86400": labels.oneDay, "0": labels.leaked, "3600": labels.oneHour },
	remove: {
		title: "Delete",
		text: "This deletes the endpoint with its secret and its deliveries.",
		sure: "Delete this endpoint for good",
		action: "Delete the endpoint",
	},
};

export const deliveries = {
	title: "Deliveries",
	none: "No event has been sent yet. Test events are not kept here, and deliveries are deleted 30 days after they finish.",
	labels: { status: labels.status, since: "Events since (UTC)" },
	words: {
		since: "Choose a day and an hour.",
		RESOURCE_NOT_FOUND: "This endpoint has no delivery of that event.",
	} as Record<string, string>,
	statuses: { waiting: "waits", delivered: "delivered", failed: "failed", skipped: "skipped" },
	see: "See what was sent",
	one: "Delivery",
	headers: "Headers of the request",
	headersText:
		"These are the same in each attempt. Each attempt also has its time and its signatures, which are not kept.",
	body: "Body of the request",
	next: "Next attempt",
	noAttempt: "Not attempted yet.",
	attempts: "Attempts",
	at: "Sent",
	httpStatus: "Status code",
	duration: "Time taken",
	response: "Response",
	empty: "empty",
	errors: {
		timeout: "No complete response within 15 seconds",
		connection_failed: "Nothing answered at this address. Is your receiver running there?",
		target_refused: "The URL is no longer allowed",
		secret_unavailable: "The service could not open the secret",
		interrupted: "The service stopped during the attempt",
	},
	redeliver: "Send again",
	done: { redelivered: "The event is sent again now. Reload the page to see the answer." } as Record<
		string,
		string
	>,
	counted: (count: number) => `${count} events would be sent again.`,
	recovered: (count: number) => `${count} events are sent again now.`,
	more: "There are more. Repeat this when these are delivered.",
	recover: {
		title: "Recover after an outage",
		text: "Sends events again that failed or were skipped, never those that were delivered.",
		hint: "Choose a time four days before the outage at least, since an event fails up to that long after it happened.",
		count: "Count them only",
		send: "Send them again",
	},
};
