import type { Config } from "../config/config.ts";
import { createSealer, sealedSchema } from "../kernel/crypto/sealing.ts";
import type { MailService } from "../mail/mail-service.ts";
import { wireSuppressions } from "../mail/wire.ts";
import type { Reseal } from "../operator-jobs/reseal.ts";
import type { Budgets } from "../quota/budgets.ts";
import type { EventPointer } from "../recovery/case/event-pointer.ts";
import { createWatchedAccountService } from "./watched-account-service.ts";
import { createWatchedAccountRows } from "./watched-accounts.d1.ts";
import { createWatcherNews } from "./watcher-news.d1.ts";
import { createWatcherService, type FindClaim } from "./watcher-service.ts";
import { createWatcherRows } from "./watchers.d1.ts";

const MAX_STEPS = 20;
/** A call to the queue takes a hundred messages. */
const MAX_SENT = 100;

export function wireWatchers(
	{ DB }: Pick<Env, "DB">,
	config: Config,
	ports: { mail: MailService; budgets: Budgets; findClaim: FindClaim },
) {
	return createWatcherService({
		rows: createWatcherRows(DB),
		sealer: createSealer(config.keyEncryptionKeys, "watcher-address"),
		suppressions: wireSuppressions({ DB }, config),
		...ports,
	});
}

export const wireWatchedAccounts = ({ DB }: Pick<Env, "DB">) =>
	createWatchedAccountService(createWatchedAccountRows(DB));

/** Makes the events of watched accounts, and points the queue to them. The sweep repeats what fails after that. */
export async function continueWatchedAccounts(
	now: number,
	{ DB, CASE_EVENTS }: Pick<Env, "DB" | "CASE_EVENTS">,
): Promise<void> {
	const rows = createWatchedAccountRows(DB);
	for (let step = 0; step < MAX_STEPS; step++) {
		const pointers = await rows.tellOfNextEvents(now);
		if (pointers === undefined) break;
		await sendEvents({ CASE_EVENTS }, pointers);
	}
}

export async function sendEvents(
	{ CASE_EVENTS }: Pick<Env, "CASE_EVENTS">,
	pointers: readonly EventPointer[],
): Promise<void> {
	for (let at = 0; at < pointers.length; at += MAX_SENT)
		await CASE_EVENTS.sendBatch(pointers.slice(at, at + MAX_SENT).map((body) => ({ body })));
}

/**
 * Queues what watchers are told of new events, and deletes addresses whose time has come.
 * @returns whether anybody is told
 */
export async function continueWatchers(
	now: number,
	{ DB }: Pick<Env, "DB">,
	config: Config,
): Promise<boolean> {
	const news = createWatcherNews(DB, config.challengePeriodSeconds * 1000);
	let mails = 0;
	// Without a sender nobody is told; what happened is told when there is one again.
	const steps = config.mail.sender === "none" ? 0 : MAX_STEPS;
	for (let step = 0; step < steps; step++) {
		const found = await news.tellOfNextEvents(now);
		if (found === undefined) break;
		mails += found;
	}
	if (steps > 0) {
		await news.tellOfExpiries(now);
		await news.tellOfAnswers(now);
	}
	await createWatcherRows(DB).deleteOld(now);
	return mails > 0;
}

export function wireWatcherReseal({ DB }: Pick<Env, "DB">, config: Config): Reseal {
	const rows = createWatcherRows(DB);
	const sealer = createSealer(config.keyEncryptionKeys, "watcher-address");
	return async (watcherId) => {
		const watcher = await rows.find(watcherId);
		if (!watcher) return { kind: "gone" };
		const address = await sealer.open(sealedSchema().parse(JSON.parse(watcher.sealed)), watcherId);
		const sealed = await sealer.seal(address, watcherId);
		const { keyVersion } = sealed;
		await rows.reseal(watcher, { sealed: JSON.stringify(sealed), keyVersion });
		return { kind: "resealed", keyVersion };
	};
}
