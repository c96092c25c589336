import { waitUntil } from "cloudflare:workers";
import type { Config } from "../config/config.ts";
import { createPeppers } from "../kernel/crypto/pepper.ts";
import { createSealer } from "../kernel/crypto/sealing.ts";
import type { Payer } from "../quota/bills.ts";
import type { Budgets } from "../quota/budgets.ts";
import { wireBudgets } from "../quota/wire.ts";
import { loadPages } from "../web/pages-module.ts";
import { createAddressBook } from "./address-book.d1.ts";
import { createClockMails } from "./clock-mails.d1.ts";
import { createCloudflareMailer } from "./cloudflare-mailer.ts";
import { deliverMails, type MailPorts } from "./deliver-mails.ts";
import { createLocalMailbox } from "./local-mailbox.d1.ts";
import { createMailChoices } from "./mail-choices.ts";
import { ruleOf } from "./mail-kinds.ts";
import { codeOf, createMailService, type MailService } from "./mail-service.ts";
import { checked, type Mailer } from "./mailer.ts";
import { createMailRows } from "./mails.d1.ts";
import { createOptOuts } from "./opt-outs.d1.ts";
import { createResendMailer } from "./resend-mailer.ts";
import { createSuppressions } from "./suppressions.d1.ts";
import { unsubscribeTokenOf } from "./unsubscribe-token.ts";

type MailEnv = Pick<Env, "ACCOUNTS" | "DB" | "EMAIL">;

export function wireMail(env: MailEnv, config: Config, budgets: Budgets): MailService {
	const peppers = createPeppers(config.peppers);
	const optOuts = createOptOuts(env.DB);
	return createMailService({
		choices: createMailChoices({ optOuts, peppers, findRecipient: addressBookOf(env, config) }),
		isOn: config.mail.sender !== "none",
		mailbox: config.mail.sender === "local" ? createLocalMailbox(env.DB) : null,
		rows: createMailRows(env.DB),
		peppers,
		deliver: () => deliverMails(Date.now(), mailPorts(env, config, budgets)),
		runLater: waitUntil,
	});
}

/** Queues what the clock causes; does nothing without a sender. */
export async function continueClockMails(
	now: number,
	{ DB }: Pick<Env, "DB">,
	config: Config,
): Promise<void> {
	const { mail, evidenceSigningKeys } = config;
	if (mail.sender === "none") return;
	await createClockMails(DB, {
		...config.reviewMails,
		hasOperator: mail.operator !== null,
		evidenceKeyEndsAt: evidenceSigningKeys.endsAt,
	})(now);
}

/** Sends what is due; does nothing without a sender. */
export async function continueMails(now: number, env: MailEnv, config: Config): Promise<void> {
	if (config.mail.sender !== "none")
		await deliverMails(now, mailPorts(env, config, wireBudgets(env, config)));
}

function mailPorts(env: MailEnv, config: Config, budgets: Budgets): MailPorts {
	const { brand, appOrigin, operator, mail } = config;
	const peppers = createPeppers(config.peppers);
	const settings = { brand, appOrigin, operator };
	return {
		rows: createMailRows(env.DB),
		suppressions: wireSuppressions(env, config),
		mailer: checked(mailerOf(env, config)),
		optOuts: createOptOuts(env.DB),
		findRecipient: addressBookOf(env, config),
		async hasQuota({ kind }, { network }) {
			const { part } = ruleOf(kind);
			const now = Date.now();
			const costs = { mails: 1, ...(part && { [part]: 1 }) };
			const charge = (payer: Payer, of?: string) =>
				budgets.charge({ payer, clientAddress: null, ...(of && { network: of }), costs, now });
			const own = network === undefined ? null : await charge({ kind: "nobody" }, network);
			if (own?.kind === "budget_exhausted") return false;
			const shared = await charge({ kind: "service" });
			if (shared.kind === "budget_exhausted") await own?.refund();
			return shared.kind === "charged";
		},
		codeOf: (letter) => codeOf(peppers, letter),
		unsubscribeUrlOf: (optOut) => `${appOrigin}/mail/off/${unsubscribeTokenOf(peppers, optOut)}`,
		render: async (letter) => (await loadPages()).renderMail(letter, settings),
		from: { email: mail.from, name: brand },
	};
}

const addressBookOf = ({ DB }: Pick<Env, "DB">, { keyEncryptionKeys, mail }: Config) =>
	createAddressBook(DB, createSealer(keyEncryptionKeys, "watcher-address"), mail.operator);

export const wireSuppressions = ({ DB }: Pick<Env, "DB">, config: Config) =>
	createSuppressions(DB, createPeppers(config.peppers));

function mailerOf({ DB, EMAIL }: Pick<Env, "DB" | "EMAIL">, { mail }: Config): Mailer {
	switch (mail.sender) {
		case "resend":
			return createResendMailer(mail.resendApiKey);
		case "cloudflare":
			return createCloudflareMailer(EMAIL);
		case "local":
			return createLocalMailbox(DB).mailer;
		case "none":
			throw new Error("a service without a sender sends no mail");
	}
}
