/** Addresses that an owner has told when a case names her account (mail.md "Watchers"). */
import { accountCodeHash, readAccountCode } from "../developers/account/account-code.ts";
import { newWatcherId } from "../kernel/crypto/random-ids.ts";
import type { Sealer } from "../kernel/crypto/sealing.ts";
import { AppError, invalidField } from "../kernel/errors/app-error.ts";
import type { Language } from "../kernel/languages.ts";
import type { MailService } from "../mail/mail-service.ts";
import type { Suppressions } from "../mail/suppressions.d1.ts";
import type { Budgets } from "../quota/budgets.ts";
import {
	MAX_WATCHERS_PER_ACCOUNT,
	type WatchedAccount,
	type Watcher,
	type WatcherRows,
} from "./watchers.d1.ts";

const DAY_MS = 24 * 3600 * 1000;
const REMOVAL_MS = 7 * DAY_MS;

/** The session's account. `chainId`: null for a proof by key. */
type WatchingWallet = { kind: "wallet"; subject: string; address: string; chainId: number | null };

type Watching = { wallet: WatchingWallet; now: number };

export type WatcherService = ReturnType<typeof createWatcherService>;

export function createWatcherService({
	rows,
	sealer,
	macsOf,
	mail,
	budgets,
}: {
	rows: WatcherRows;
	sealer: Sealer;
	/** Keyed hashes of an address, the current first. */
	macsOf: Suppressions["macsOf"];
	mail: MailService;
	budgets: Pick<Budgets, "networkOf" | "within">;
}) {
	const list = ({ wallet }: Pick<Watching, "wallet">) => rows.list(accountOf(wallet));

	/** Mails a code to the address. @throws AppError */
	async function add(request: Adding): Promise<Watcher> {
		const { email, language, wallet, clientAddress, now } = request;
		mail.requireSender();
		const macs = macsOf(email);
		const [addressMac = ""] = macs;
		const known = (await list(request)).find((watcher) => macs.includes(watcher.addressMac));
		if (known && (known.confirmedAt !== null || known.codeExpiresAt > now)) return known;
		const watcherId = newWatcherId();
		const { letter, ...code } = await codeFor(watcherId, macs, now);
		const sealed = await sealer.seal(new TextEncoder().encode(email), watcherId);
		const watcher: Watcher = {
			...accountOf(wallet),
			...{ watcherId, addressMac, language, keyVersion: sealed.keyVersion },
			network: budgets.networkOf(clientAddress),
			sealed: JSON.stringify(sealed),
			masked: masked(email),
			...{ createdAt: now, confirmedAt: null, removedAt: null },
			...code,
		};
		const charge = { payer: wallet, clientAddress, costs: { confirmations: 1 }, now };
		const isAdded = await budgets.within(
			charge,
			() => rows.insert(watcher, letter),
			(added) => added,
		);
		if (!isAdded) throw tooMany();
		mail.deliverSoon();
		return watcher;
	}

	/**
	 * A code proves who reads the address's mail, for whatever account. So the one that a stranger had mailed is shared, and
	 * nobody can use up the address's mail of the day for its owner.
	 */
	async function codeFor(watcherId: string, macs: readonly string[], now: number) {
		const living = await rows.livingCodeOf(macs, now);
		if (living) return { ...living, letter: null };
		const terms = { now, lifetimeMs: DAY_MS, facts: {} };
		const { letter, code } = mail.codeLetter("confirm_watcher", watcherId, terms);
		return { letter, codeHash: accountCodeHash(code), codeExpiresAt: letter.expiresAt };
	}

	/** @throws AppError unless one of the account's addresses has the code */
	async function confirm({ wallet, code, now }: Watching & { code: string }): Promise<Watcher> {
		const watcher = await rows.confirm(accountOf(wallet), hashOf(code), now);
		if (!watcher) throw unknownCode();
		return watcher;
	}

	/** Takes seven days, and tells the address, because whoever has stolen the key would begin here. */
	async function remove({ wallet, watcherId, now }: Watching & { watcherId: string }): Promise<Watcher> {
		const facts = { account: wallet.address };
		const { letter, code } = mail.codeLetter("watcher_removal", watcherId, {
			now,
			lifetimeMs: REMOVAL_MS,
			facts,
		});
		const removal = { at: now + REMOVAL_MS, codeHash: accountCodeHash(code), letter };
		const watcher = await rows.remove(accountOf(wallet), watcherId, removal);
		if (!watcher) throw notFound();
		mail.deliverSoon();
		return watcher;
	}

	/** By whoever reads the address's mail, without a session. */
	async function keep({ code, now }: { code: string; now: number }): Promise<void> {
		if (!(await rows.keep(hashOf(code), now))) throw unknownCode();
	}

	return { list, add, confirm, remove, keep };
}

type Adding = Watching & { email: string; language: Language; clientAddress: string };

/** A key's account is watched on every chain. */
const accountOf = ({ address, chainId }: WatchingWallet): WatchedAccount => ({
	account: address.toLowerCase(),
	chainId: chainId ?? 0,
});

const hashOf = (code: string) => accountCodeHash(readAccountCode(code) ?? "");

/** `a…@e….com`: enough for its owner, and little for whoever has stolen her key. */
function masked(email: string): string {
	const [local = "", domain = ""] = email.split("@");
	const labels = domain.split(".");
	return `${local.slice(0, 1)}…@${labels[0]?.slice(0, 1)}….${labels.at(-1)}`;
}

const tooMany = () =>
	new AppError({
		code: "RATE_LIMITED",
		message: `The account has ${MAX_WATCHERS_PER_ACCOUNT} e-mail addresses, which is the maximum. Remove one first.`,
		details: [{ field: "email", rule: "quota_full", message: "is one more than the account may have" }],
	});

const unknownCode = () =>
	invalidField({
		field: "code",
		rule: "invalid",
		message: "is not a code that was mailed for this account, or is too old; copy the newest mail's code",
	});

const notFound = () =>
	new AppError({ code: "RESOURCE_NOT_FOUND", message: "Your account has no such e-mail address." });
