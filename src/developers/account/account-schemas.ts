import * as z from "zod";
import { type Infer, lazy } from "../../kernel/once.ts";
import { doc } from "../../kernel/schemas/doc.ts";
import { canonicalEmail } from "../../kernel/schemas/email.ts";
import { lazyObject } from "../../kernel/schemas/lazy-object.ts";
import { emailTextSchema, timestampSchema } from "../../kernel/schemas/schemas.ts";
import { isoTime } from "../../kernel/time/iso-time.ts";
import type { MailStop } from "../../mail/mail-stop.ts";
import { type Developer, ROLES } from "./developer.ts";

export const emailSchema = lazy(() =>
	emailTextSchema()
		.meta({
			description: doc("Case-insensitive. The domain may have letters of any script."),
			example: doc("dev@example.com"),
		})
		.transform(canonicalEmail),
);

/** A one-time code. @param description where it comes from */
export const codeSchema = (description: string) =>
	z
		.string()
		.min(1)
		.max(128)
		.meta({ description, example: doc("7K3QX-M9DZ2-4TBWN-0F8HC-RV5JE") });

export const mailedCodeBody = (id: string) =>
	z
		.strictObject({ code: codeSchema(doc("From the mail. Letter case, spaces and dashes do not matter.")) })
		.meta({ id });

const DEVELOPER_ID = /^dev_[0-9a-f]{32}$/;
const DEVELOPER_ID_RULE = "must be `dev_` and 32 lower-case hex digits";

export const developerIdSchema = () => z.string().regex(DEVELOPER_ID, DEVELOPER_ID_RULE);

export const developerIdParam = lazyObject(() => ({ developerId: developerIdSchema() }));

export const userSchema = lazyObject({ id: "User", description: doc("A developer's account.") }, () => ({
	id: z.string().meta({
		description: doc("The developer id, by which the account gets a role."),
		example: doc("dev_5f0d8c1e9b7a4c3d8e2f1a0b9c8d7e6f"),
	}),
	email: z
		.string()
		.meta({ description: doc("In lower case, its domain in ASCII."), example: doc("dev@example.com") }),
	role: z.enum(ROLES),
	createdAt: timestampSchema(),
}));

export const userResponse = lazyObject("UserAnswer", () => ({ user: userSchema() }));

export function presentUser({ developerId, email, role, createdAt }: Developer): Infer<typeof userSchema> {
	return { id: developerId, email, role, createdAt: isoTime(createdAt) };
}

/** Of an address of a developer or of a watcher. */
export const mailStopSchema = lazyObject(
	{
		id: "MailStop",
		description: doc(
			"Why the service mails nothing to an address any more. A code that is mailed on request lifts it.",
		),
	},
	() => ({
		because: z
			.enum(["bounced", "complained", "suppressed"])
			.describe(
				doc(
					"`bounced`: the mailbox does not exist. `complained`: its reader reported a mail as unwanted. `suppressed`: the sender refuses the address.",
				),
			),
		since: timestampSchema(),
		canBeLifted: z.boolean().describe(doc("Whether a mailed code lifts it.")),
	}),
);

export const presentMailStop = ({ because, at, canBeLifted }: MailStop) => ({
	because,
	since: isoTime(at),
	canBeLifted,
});

export const currentUserResponse = lazyObject("CurrentUserAnswer", () => ({
	user: userSchema(),
	emailConfirmedAt: timestampSchema()
		.nullable()
		.describe(doc("Null until the e-mail address is confirmed by a code that was mailed to it.")),
	mailStopped: mailStopSchema()
		.nullable()
		.describe(
			doc(
				"Null while the address takes mail. Otherwise `POST /auth/email-confirmation/request` mails a code that lifts it.",
			),
		),
}));

export const doneResponse = lazyObject(
	{ id: "Done", description: doc("The operation succeeded; there is no data to return.") },
	() => ({}),
);
