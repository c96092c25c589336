import { labels } from "../labels.ts";
export const keys = {
	title: labels.apiKeys,
	lead: "Your server signs in with a key. An account has five active keys at most.",
	none: "There is no key yet.",
	labels: { label: "Label", expiresInDays: "Days until it expires" },
	labelHint: "What the key is for, such as “production backend”.",
	daysHint: "1 to 3650. Leave it empty for a key that works until it is revoked.",
	words: {
		label: "Give the key a name, on one line.",
		expiresInDays: "Type a number from 1 to 3650, or leave this empty.",
	} as Record<string, string>,
	key: "Key",
	created: "Issued",
	expires: "Expires",
	noEnd: "not by itself",
	issue: "Issue a key",
	issueAction: "Issue the key",
	done: { revoked: "The key is revoked. Calls with it are rejected from now on." } as Record<string, string>,
	shownOnce: "Its secret was shown once, when the key was issued. If you do not have it, rotate the key.",
	issued: {
		title: (label: string) => `The key “${label}” is issued`,
		keyId: "Key id",
		server:
			"Keep the secret on your server. A page that sends it from a browser exposes it, and is rejected.",
		back: "To the API keys",
		toKey: "To the key",
		already: "This key was made already",
		alreadyText:
			"The same form was sent again, such as by a reload, so no second key was made. The secret was shown the first time only. If you do not have it, revoke the key and issue another.",
	},
	overlap: "How long the old key keeps working",
	overlaps: {
		"86400": labels.oneDay,
		"0": labels.leaked,
		"3600": labels.oneHour,
		"604800": labels.sevenDays,
	},
	rotate: {
		title: "Rotate",
		text: "Issues a successor with the same label. The old key works until the chosen time is over, and counts as active until then.",
		action: "Rotate the key",
	},
	revoke: {
		text: "Calls with this key are rejected at once, and nothing makes it work again.",
		sure: "Revoke this key for good",
		action: "Revoke the key",
	},
};
