/** What other slices need of mail: to tell somebody something, and to mail a one-time code. */
import { createHmac } from "node:crypto";
import { ACCOUNT_CODE_LENGTH, accountCodeOf } from "../developers/account/account-code.ts";
import type { Peppers } from "../kernel/crypto/pepper.ts";
import { newMailId } from "../kernel/crypto/random-ids.ts";
import { AppError } from "../kernel/errors/app-error.ts";
import { log } from "../kernel/log.ts";
import type { LocalMailbox } from "./local-mailbox.d1.ts";
import type { MailChoices } from "./mail-choices.ts";
import type { MailFacts, MailKind } from "./mail-kinds.ts";
import type { MailRows, NewMail } from "./mails.d1.ts";

const DAY_MS = 24 * 3600 * 1000;

type CodeKind =
	| ("confirm_email" | "resume_mail" | "reset_password" | "change_email" | "confirm_new_email")
	| ("confirm_watcher" | "resume_watcher" | "watcher_removal");
type CodeTerms<K extends CodeKind> = {
	now: number;
	lifetimeMs: number;
	/** Of the kind, without `pepper`. */
	facts: Omit<MailFacts<K>, "pepper">;
};
type CodeLetter = { mailId: string; facts: Readonly<Record<string, string>> };

export type MailService = ReturnType<typeof createMailService>;

export function createMailService(ports: {
	isOn: boolean;
	/** Null unless mail is delivered on this machine. */
	mailbox: LocalMailbox | null;
	choices: MailChoices;
	rows: Pick<MailRows, "queue">;
	peppers: Peppers;
	deliver: () => Promise<void>;
	runLater: (work: Promise<unknown>) => void;
}) {
	const { isOn, mailbox, choices, rows, peppers, deliver, runLater } = ports;

	/** Sends what is due, after the response. The cron handler repeats what fails here. */
	function deliverSoon(): void {
		if (isOn) runLater(deliver().catch((cause: unknown) => log.warn("mail", { cause })));
	}

	function letterOf<K extends MailKind>(
		kind: K,
		recipient: string,
		facts: MailFacts<K>,
		now: number,
	): NewMail {
		return { mailId: newMailId(), kind, recipient, facts, now, expiresAt: now + DAY_MS };
	}

	return {
		/** False if the operator named no sender. */
		isOn,
		/** @throws AppError where the operator named no sender */
		requireSender(): void {
			if (isOn) return;
			throw new AppError({
				code: "FORBIDDEN",
				message:
					"This service sends no mail. Its operator can confirm who you are, and give a code to who forgot a password.",
			});
		},
		mailbox,
		choices,
		deliverSoon,
		letterOf,
		/** Never throws, because a mail that cannot be queued must not undo what it tells of. */
		async tell<K extends MailKind>(
			recipient: string,
			kind: K,
			facts: MailFacts<K>,
			now: number,
		): Promise<void> {
			if (!isOn) return;
			try {
				await rows.queue(letterOf(kind, recipient, facts, now));
				deliverSoon();
			} catch (cause) {
				log.error("mail", { kind, cause });
			}
		},
		codeLetter<K extends CodeKind>(kind: K, recipient: string, { now, lifetimeMs, ...terms }: CodeTerms<K>) {
			const facts = { ...terms.facts, pepper: String(peppers.currentVersion) };
			const expiresAt = now + lifetimeMs;
			const letter: NewMail = { mailId: newMailId(), kind, recipient, facts, now, expiresAt };
			return { letter, code: codeOf(peppers, letter) };
		},
	};
}

/** 125 bits of an HMAC of the mail's id, so that the outbox needs no row with the code. */
export function codeOf(peppers: Peppers, { mailId, facts }: CodeLetter): string {
	const key = peppers.keyFor("mail-code", Number(facts.pepper));
	if (!key) throw new Error(`PEPPERS has no version ${facts.pepper}, which makes the code of a mail`);
	return accountCodeOf(createHmac("sha256", key).update(mailId).digest().subarray(0, ACCOUNT_CODE_LENGTH));
}
