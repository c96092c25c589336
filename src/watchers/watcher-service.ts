/** Addresses that an owner has told of cases of her account, or a claimant of her case (mail.md "Watchers", "Claimants"). */
import { accountCodeHash, readAccountCode } from "../developers/account/account-code.ts";
import { newWatcherId } from "../kernel/crypto/random-ids.ts";
import { type Sealer, sealedSchema } from "../kernel/crypto/sealing.ts";
import { AppError, invalidField } from "../kernel/errors/app-error.ts";
import type { Language } from "../kernel/languages.ts";
import type { MailService } from "../mail/mail-service.ts";
import { type MailStop, mailStopOf } from "../mail/mail-stop.ts";
import type { Suppressions } from "../mail/suppressions.d1.ts";
import type { Budgets } from "../quota/budgets.ts";
import { MAX_WATCHERS, type Watcher, type WatcherRows, type WatchingAccount } from "./watchers.d1.ts";

const DAY_MS = 24 * 3600 * 1000;
const REMOVAL_MS = 7 * DAY_MS;
/** How long before its case expires a claimant is warned. */
export const EXPIRY_WARNING_MS = 3 * DAY_MS;

/** The session's account. `chainId`: null for a proof by key. */
type WatchingWallet = { kind: "wallet"; subject: string; address: string; chainId: number | null };

type Watching = { wallet: WatchingWallet; now: number };

/** Null unless the wallet's account is the recovery account of this case, which is open. `expiresAt`: unix milliseconds. */
export type FindClaim = (
	wallet: WatchingWallet,
	caseId: string,
) => Promise<{ expiresAt: number | null } | null>;

export function createWatcherService({
	rows,
	sealer,
	suppressions,
	mail,
	budgets,
	findClaim,
}: {
	rows: WatcherRows;
	sealer: Sealer;
	suppressions: Pick<Suppressions, "macsOf" | "find" | "lift">;
	mail: MailService;
	budgets: Pick<Budgets, "networkOf" | "within">;
	findClaim: FindClaim;
}) {
	/** `caseId`: of a claimant's case; absent for an owner's account. */
	const rowsOf = ({ wallet, caseId = "" }: Pick<Watching, "wallet"> & OfCase) =>
		rows.list({ ...accountOf(wallet), caseId });

	const list = async (of: Pick<Watching, "wallet"> & OfCase): Promise<ShownWatcher[]> =>
		Promise.all((await rowsOf(of)).map(shown));

	async function shown(watcher: Watcher): Promise<ShownWatcher> {
		const email = await addressOf(watcher);
		return { ...watcher, mailStop: await mailStopOf(suppressions, email, watcher.confirmedAt !== null) };
	}

	const addressOf = async ({ sealed, watcherId }: Watcher): Promise<string> =>
		new TextDecoder().decode(await sealer.open(sealedSchema().parse(JSON.parse(sealed)), watcherId));

	/** Mails a code to the address. @throws AppError */
	async function add(request: Adding): Promise<ShownWatcher> {
		const { email, language, wallet, clientAddress, caseId = "", now } = request;
		mail.requireSender();
		const claim = caseId === "" ? undefined : await findClaim(wallet, caseId);
		if (claim === null) throw noOpenCase();
		const macs = suppressions.macsOf(email);
		const known = (await rowsOf(request)).find((watcher) => macs.includes(watcher.addressMac));
		if (known && (known.confirmedAt !== null || known.codeExpiresAt > now)) return shown(known);
		const watcherId = newWatcherId();
		const stop = await mailStopOf(suppressions, email, false);
		const kind = stop?.canBeLifted ? "resume_watcher" : "confirm_watcher";
		const { letter, code } = mail.codeLetter(kind, watcherId, { now, lifetimeMs: DAY_MS, facts: { caseId } });
		const sealed = await sealer.seal(new TextEncoder().encode(email), watcherId);
		const watcher = {
			...accountOf(wallet),
			...{ watcherId, caseId, addressMac: macs[0] ?? "", language, keyVersion: sealed.keyVersion },
			warnAt: claim?.expiresAt == null ? null : claim.expiresAt - EXPIRY_WARNING_MS,
			network: budgets.networkOf(clientAddress),
			sealed: JSON.stringify(sealed),
			masked: masked(email),
			...{ createdAt: now, confirmedAt: null, removedAt: null },
			...{ codeHash: accountCodeHash(code), codeExpiresAt: letter.expiresAt },
		};
		// An address that has complained gets none, and keeps the day's for its owner.
		const sent = stop && !stop.canBeLifted ? null : letter;
		const charge = { payer: wallet, clientAddress, costs: { confirmations: 1 }, now };
		const isAdded = await budgets.within(
			charge,
			() => rows.insert(watcher, sent),
			(added) => added,
		);
		if (!isAdded) throw tooMany();
		mail.deliverSoon();
		return shown(watcher);
	}

	/**
	 * Mails a code to a confirmed address whose mail has been stopped, once a day. Does nothing for another one, and none that is
	 * being removed, whose code keeps it.
	 * @throws AppError
	 */
	async function resume(request: Resuming): Promise<ShownWatcher> {
		const { wallet, watcherId, clientAddress, now } = request;
		mail.requireSender();
		const row = await rows.findOf(accountOf(wallet), watcherId);
		if (!row) throw notFound();
		const watcher = await shown(row);
		const hasCode = watcher.codeHash !== null && watcher.codeExpiresAt > now;
		if (!watcher.mailStop?.canBeLifted || watcher.confirmedAt === null || hasCode) return watcher;
		const terms = { now, lifetimeMs: DAY_MS, facts: { caseId: watcher.caseId } };
		const { letter, code } = mail.codeLetter("resume_watcher", watcherId, terms);
		const charge = { payer: wallet, clientAddress, costs: { confirmations: 1 }, now };
		await budgets.within(charge, () => rows.setCode(accountOf(wallet), accountCodeHash(code), letter));
		mail.deliverSoon();
		return watcher;
	}

	/** The address takes mail again. @throws AppError unless one of the account's addresses has the code */
	async function confirm({ wallet, code, now }: Watching & { code: string }): Promise<ShownWatcher> {
		const watcher = await rows.confirm(accountOf(wallet), hashOf(code), now);
		if (!watcher) throw unknownCode();
		await suppressions.lift(await addressOf(watcher));
		return shown(watcher);
	}

	/** For an owner it takes seven days, and tells the address, because whoever has stolen the key would begin here. */
	async function remove({ wallet, watcherId, now }: Watching & { watcherId: string }): Promise<ShownWatcher> {
		const facts = { account: wallet.address };
		const { letter, code } = mail.codeLetter("watcher_removal", watcherId, {
			now,
			lifetimeMs: REMOVAL_MS,
			facts,
		});
		const removal = { now, at: now + REMOVAL_MS, codeHash: accountCodeHash(code), letter };
		const watcher = await rows.remove(accountOf(wallet), watcherId, removal);
		if (!watcher) throw notFound();
		mail.deliverSoon();
		return shown(watcher);
	}

	/** By whoever reads the address's mail, without a session. */
	async function keep({ code, now }: { code: string; now: number }): Promise<void> {
		if (!(await rows.keep(hashOf(code), now))) throw unknownCode();
	}

	return { list, add, resume, confirm, remove, keep };
}

/** `mailStop`: null while its address takes mail. */
export type ShownWatcher = Watcher & { mailStop: MailStop | null };
type Resuming = Watching & { watcherId: string; clientAddress: string };
type OfCase = { caseId?: string | undefined };
type Adding = Watching & OfCase & { email: string; language: Language; clientAddress: string };

/** A key's account is watched on every chain. */
const accountOf = ({ address, chainId }: WatchingWallet): WatchingAccount => ({
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
		message: `There are ${MAX_WATCHERS} e-mail addresses, which is the maximum. Remove one first.`,
		details: [{ field: "email", rule: "quota_full", message: "is one more than the account may have" }],
	});

const unknownCode = () =>
	invalidField({
		field: "code",
		rule: "invalid",
		message: "is not a code that was mailed for this account, or is too old; copy the newest mail's code",
	});

const noOpenCase = () =>
	new AppError({
		code: "RESOURCE_NOT_FOUND",
		message: "Your account has no open case of this id. Sign in with the account to which it is recovered.",
	});

const notFound = () =>
	new AppError({ code: "RESOURCE_NOT_FOUND", message: "Your account has no such e-mail address." });
