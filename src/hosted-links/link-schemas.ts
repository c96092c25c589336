import * as z from "zod";
import { toChecksumAddress } from "../kernel/crypto/address.ts";
import { LANGUAGES } from "../kernel/languages.ts";
import { type Infer, lazy } from "../kernel/once.ts";
import { doc } from "../kernel/schemas/doc.ts";
import { breaks, type FieldRule } from "../kernel/schemas/field-rule.ts";
import { lazyObject } from "../kernel/schemas/lazy-object.ts";
import { addressSchema, emailTextSchema, timestampSchema, unlessWhole } from "../kernel/schemas/schemas.ts";
import { isoTime, isoTimeOrNull } from "../kernel/time/iso-time.ts";
import { referenceSchema } from "../recovery/case/case-schemas.ts";
import { callsSchema, recFields } from "../recovery/intent/intent-schemas.ts";
import {
	finishByOf,
	type HostedLink,
	LINK_KINDS,
	LINK_STATUSES,
	LOCKABLE_FIELDS,
	type Prefill,
	statusOf,
} from "./link.ts";

const MINUTE_SECONDS = 60;
const DAY_SECONDS = 24 * 60 * MINUTE_SECONDS;
const LIFETIME_SECONDS = { min: 30 * MINUTE_SECONDS, max: 7 * DAY_SECONDS, default: DAY_SECONDS };
const MAX_URL_LENGTH = 2000;

export const linkIdParam = lazyObject(() => ({
	linkId: z
		.string()
		.regex(/^hl_[0-9a-f]{32}$/, "must be `hl_` and 32 lower-case hex digits")
		.meta({ example: doc("hl_0a1b2c3d4e5f60718293a4b5c6d7e8f9") }),
}));

const prefillSchema = lazy(() => {
	const { lostAccount, recoveryAccount, chainId, reasonForRecovery } = recFields();
	return z
		.strictObject({
			lostAccount: lostAccount.optional(),
			recoveryAccount: recoveryAccount.optional(),
			chainId: chainId.optional(),
			reasonForRecovery: reasonForRecovery.optional(),
			transactions: callsSchema().optional(),
			email: emailTextSchema()
				.optional()
				.meta({
					description: doc("The claimant's e-mail address. It cannot be locked."),
					example: doc("claimant@example.com"),
				}),
			ownerAddress: addressSchema()
				.optional()
				.describe(doc("For the kind `estate` only, which has no other field.")),
		})
		.meta({
			id: "HostedLinkPrefill",
			description: doc(
				"What the pages are filled with. The user sees that it comes from your host, and may change it.",
			),
		});
});

export const linkRequestBody = lazy(() =>
	z
		.strictObject({
			kind: z
				.enum(LINK_KINDS)
				.default("recovery")
				.describe(doc("`recovery` is used up by one recovery case, `estate` by one accepted Agreement.")),
			prefill: prefillSchema().default({}),
			locked: z
				.array(z.enum(LOCKABLE_FIELDS))
				.max(LOCKABLE_FIELDS.length)
				.default([])
				.meta({
					description: doc(
						"Prefilled fields that the user cannot change. Locked transactions can still be left out one by one.",
					),
					example: ["lostAccount", "chainId"],
				}),
			returnUrl: z
				.string()
				.max(MAX_URL_LENGTH)
				.optional()
				.meta({
					description: doc(
						"A page of one of your allowed origins, to which the user leaves with `link=<linkId>` added. It says nothing about the result: read the link or wait for the webhook.",
					),
					example: doc("https://app.example.com/recovered"),
				}),
			reference: referenceSchema()
				.optional()
				.describe(
					doc(
						"Your own opaque name for the case. It stands in the case, in lists and in every webhook, becomes part of the evidence, and is never erased.",
					),
				),
			locale: z.enum(LANGUAGES).optional().describe(doc("Language of the pages; by default the browser's.")),
			expiresInSeconds: z
				.int(unlessWhole())
				.min(LIFETIME_SECONDS.min, `must be at least ${LIFETIME_SECONDS.min}`)
				.max(LIFETIME_SECONDS.max, `must be at most ${LIFETIME_SECONDS.max}`)
				.default(LIFETIME_SECONDS.default)
				.meta({
					description: doc("Time to start the link. A started link can be finished for seven days."),
					example: 86_400,
				}),
		})
		.superRefine(({ kind, prefill, locked }, context) => {
			const report = (path: (string | number)[], rule: FieldRule, message: string) =>
				context.addIssue({ code: "custom", path, ...breaks(rule, message) });
			for (const name of strangersIn(kind, prefill)) {
				const other = kind === "estate" ? "recovery" : "estate";
				report(["prefill", name], "not_allowed", `is only for links of the kind \`${other}\``);
			}
			for (const [at, name] of locked.entries()) {
				if (prefill[name] === undefined) {
					report(["prefill", name], "required", "is required, because `locked` names it");
				} else if (locked.indexOf(name) < at) report(["locked", at], "duplicate", "is listed twice");
			}
			const { lostAccount, recoveryAccount } = prefill;
			if (lostAccount !== undefined && lostAccount.toLowerCase() === recoveryAccount?.toLowerCase()) {
				report(["prefill", "recoveryAccount"], "must_differ", "must differ from lostAccount");
			}
		})
		.meta({ id: "HostedLinkRequest" }),
);

/** The prefilled fields of the other kind. */
function strangersIn(kind: HostedLink["kind"], prefill: Prefill): string[] {
	return Object.entries(prefill)
		.filter(([name, value]) => value !== undefined && (name === "ownerAddress") !== (kind === "estate"))
		.map(([name]) => name);
}

const linkFields = lazy(() => ({
	linkId: z.string().meta({
		description: doc("No secret: it authorises nothing."),
		example: doc("hl_0a1b2c3d4e5f60718293a4b5c6d7e8f9"),
	}),
	kind: z.enum(LINK_KINDS),
	status: z
		.enum(LINK_STATUSES)
		.describe(
			doc(
				"`open` until a browser starts it, `started` until the case is filed or the Agreement recorded, then `used`. `expired`: not started or finished in time. `ended`: by you, or because its origin is no longer allowed.",
			),
		),
	origin: z.string().meta({
		description: doc("Your origin, whose host the pages show."),
		example: doc("https://app.example.com"),
	}),
	locked: z.array(z.enum(LOCKABLE_FIELDS)),
	reference: referenceSchema().nullable(),
	returnUrl: z.string().nullable(),
	locale: z.enum(LANGUAGES).nullable(),
	createdAt: timestampSchema(),
	expiresAt: timestampSchema().describe(doc("Until when it can be started.")),
	startedAt: timestampSchema().nullable(),
	finishBy: timestampSchema().nullable().describe(doc("Until when a started link can be finished.")),
	usedAt: timestampSchema().nullable(),
	endedAt: timestampSchema().nullable(),
	caseId: z.string().nullable().describe(doc("The case that was filed through the link.")),
	ownerAddress: addressSchema()
		.nullable()
		.describe(
			doc(
				"The owner of the estate whose Agreement was signed through the link. Null after the estate is erased.",
			),
		),
}));

export const linkResponse = lazyObject("HostedLink", linkFields);

export const linkWithUrlResponse = lazyObject("HostedLinkWithUrl", () => ({
	...linkFields(),
	url: z.string().meta({
		description: doc("Send your user there. It is in this response only; who holds it can start the link."),
		example: doc("https://replevin.example/l/q83vEjRWeJqrze8SNFZ4mqvN7xI0VniaqzVniavN7xI"),
	}),
}));

/** @param now decides the status */
export function presentLink(link: HostedLink, now: number): Infer<typeof linkResponse> {
	return {
		linkId: link.linkId,
		kind: link.kind,
		status: statusOf(link, now),
		origin: link.origin,
		locked: [...link.locked],
		reference: link.reference,
		returnUrl: link.returnUrl,
		locale: link.locale,
		createdAt: isoTime(link.createdAt),
		expiresAt: isoTime(link.expiresAt),
		startedAt: isoTimeOrNull(link.startedAt),
		finishBy: isoTimeOrNull(finishByOf(link)),
		usedAt: isoTimeOrNull(link.usedAt),
		endedAt: isoTimeOrNull(link.endedAt),
		caseId: link.caseId,
		ownerAddress: link.ownerAddress && toChecksumAddress(link.ownerAddress),
	};
}
