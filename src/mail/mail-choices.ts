/** Which kinds of mail a recipient gets (mail.md "Kinds that can be switched off"). */
import type { Role } from "../developers/account/developer.ts";
import type { Peppers } from "../kernel/crypto/pepper.ts";
import { invalidField } from "../kernel/errors/app-error.ts";
import type { MailPorts } from "./deliver-mails.ts";
import { type OptionalMailKind, optionalMailKindsOf } from "./mail-kinds.ts";
import type { OptOut, OptOuts } from "./opt-outs.d1.ts";
import { readUnsubscribeToken } from "./unsubscribe-token.ts";

export type MailChoice = { kind: OptionalMailKind; enabled: boolean };

export type MailChoices = ReturnType<typeof createMailChoices>;

export function createMailChoices({
	optOuts,
	peppers,
	findRecipient,
}: {
	optOuts: OptOuts;
	peppers: Peppers;
	findRecipient: MailPorts["findRecipient"];
}) {
	/** Of the kinds that an account of the role gets. */
	async function list(recipient: string, role: Role): Promise<MailChoice[]> {
		const off = await optOuts.list(recipient);
		return optionalMailKindsOf(role).map((kind) => ({ kind, enabled: !off.includes(kind) }));
	}

	async function set(recipient: string, { kind, enabled }: MailChoice): Promise<void> {
		await (enabled ? optOuts.remove : optOuts.add)({ recipient, kind });
	}

	/** By whoever has a mail of the kind, without a session. @throws AppError */
	async function unsubscribe(token: string): Promise<OptOut> {
		const optOut = readUnsubscribeToken(peppers, token);
		if (!optOut) throw unknownToken();
		// The mail of a deleted account ends nothing, and leaves no row.
		if (await findRecipient(optOut.recipient)) await optOuts.add(optOut);
		return optOut;
	}

	return { list, set, unsubscribe };
}

const unknownToken = () =>
	invalidField({
		field: "token",
		rule: "invalid",
		message:
			"is not from the address in a mail of this service, or is not complete; nothing was switched off",
	});
