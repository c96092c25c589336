/** The form of `/estate/module`: reviewers, threshold, times and vetoers, with their defaults and their problems. */
import type { AccountOnChain } from "../../../protocol/recovery-module/account-on-chain.ts";
import type { ModuleConfiguration } from "../../../protocol/recovery-module/module-calls.ts";
import { hasValidChecksum, toChecksumAddress } from "../core/addresses.ts";
import { fieldsOf, TextField } from "../core/fields.tsx";
import { PostForm } from "../core/form.tsx";
import type { Form } from "../core/forms.ts";
import type { PageContext } from "../core/page-env.ts";
import type { Problem } from "../core/problems.ts";

export const MODULE_PATH = "/estate/module";
export const DAY_SECONDS = 86_400;
const MAX_DAYS = 3650;
/** As in the contract. */
const MAX_MEMBERS = 32;
const DEFAULT_DELAY_DAYS = 7;
const DEFAULT_EXPIRY_DAYS = 30;

/** An account that the page was asked about, on a network with the module. */
export type Asked = { account: string; chainId: number };

const FIELDS = ["reviewers", "threshold", "delayDays", "expiryDays", "vetoers"] as const;
/** As they are typed: addresses in lines, whole numbers. */
export type Entries = Record<(typeof FIELDS)[number], string>;

export const isAddress = (text: string): boolean => /^0x[0-9a-fA-F]{40}$/.test(text);

/** What stands on the chain, else all reviewers of this service, of whom a majority must approve. */
export function entriesOf(c: PageContext, { chainId }: Asked, onChain: AccountOnChain): Entries {
	const standing = onChain.kind === "safe" ? onChain.configuration : null;
	if (standing !== null && standing.threshold > 0) {
		const days = (seconds: number) => String(Math.max(1, Math.round(seconds / DAY_SECONDS)));
		return {
			reviewers: standing.reviewers.join("\n"),
			threshold: String(standing.threshold),
			delayDays: days(standing.delaySeconds),
			expiryDays: days(standing.expirySeconds),
			vetoers: standing.vetoers.join("\n"),
		};
	}
	const named = c.env.settings.moduleReviewers.get(chainId) ?? [];
	return {
		reviewers: named.map(toChecksumAddress).join("\n"),
		threshold: String(Math.floor(named.length / 2) + 1),
		delayDays: String(DEFAULT_DELAY_DAYS),
		expiryDays: String(DEFAULT_EXPIRY_DAYS),
		vetoers: "",
	};
}

export function readEntries(form: Form): Entries {
	return Object.fromEntries(FIELDS.map((name) => [name, form.text(name)])) as Entries;
}

/** The configuration that was typed, or its problems. */
export function configurationIn(
	c: PageContext,
	entries: Entries,
	{ account }: Asked,
): Required<ModuleConfiguration> | { problems: Problem[] } {
	const copy = c.get("copy").estateModule.form;
	const [reviewers, vetoers] = [linesOf(entries.reviewers), linesOf(entries.vetoers)];
	const number = (text: string, max: number) =>
		/^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= max ? Number(text) : undefined;
	const threshold = number(entries.threshold, reviewers.length);
	const [delay, expiry] = [number(entries.delayDays, MAX_DAYS), number(entries.expiryDays, MAX_DAYS)];
	const found: [field: keyof Entries, text: string | undefined][] = [
		[
			"reviewers",
			problemOf(c, reviewers, account) ?? (reviewers.length === 0 ? copy.problems.count : undefined),
		],
		["threshold", threshold === undefined ? copy.problems.threshold : undefined],
		["delayDays", delay === undefined ? copy.problems.days : undefined],
		["expiryDays", expiry === undefined ? copy.problems.days : undefined],
		["vetoers", problemOf(c, vetoers, account)],
	];
	const problems = found.flatMap(([field, text]) => (text === undefined ? [] : [{ field, text }]));
	if (problems.length > 0 || threshold === undefined || delay === undefined || expiry === undefined)
		return { problems };
	return {
		reviewers: reviewers.map(toChecksumAddress),
		threshold,
		vetoers: vetoers.map(toChecksumAddress),
		delaySeconds: delay * DAY_SECONDS,
		expirySeconds: expiry * DAY_SECONDS,
	};
}

const linesOf = (text: string): string[] => text.split(/[\s,;]+/).filter((line) => line !== "");

function problemOf(c: PageContext, members: readonly string[], account: string): string | undefined {
	const { problems } = c.get("copy").estateModule.form;
	const lower = members.map((one) => one.toLowerCase());
	if (!members.every(isAddress)) return problems.address;
	if (!members.every(hasValidChecksum)) return c.get("copy").problems.rules.checksum;
	if (members.length > MAX_MEMBERS) return problems.count;
	if (new Set(lower).size < members.length) return problems.twice;
	return lower.includes(account.toLowerCase()) ? problems.own : undefined;
}

type Props = {
	c: PageContext;
	asked: Asked;
	/** Whether the account has a configuration already. */
	isChange?: boolean;
	entries: Entries;
	problems: readonly Problem[];
};

export function ModuleForm({ c, asked, isChange = false, entries, problems }: Props) {
	const { form: copy } = c.get("copy").estateModule;
	const { labels, hints } = copy;
	const field = fieldsOf({ labels, hints, typed: entries, problems });
	const fields = { account: asked.account, chainId: String(asked.chainId) };
	return (
		<section aria-labelledby="configure">
			<h2 id="configure">{isChange ? copy.change : copy.prepare}</h2>
			{isChange && <p>{copy.changeEnds}</p>}
			<PostForm action={MODULE_PATH} submit={copy.submit} fields={fields}>
				<TextField {...field("reviewers")} rows={4} isCode required />
				<TextField {...field("threshold")} inputmode="numeric" autocomplete="off" required />
				<TextField {...field("delayDays")} inputmode="numeric" autocomplete="off" required />
				<TextField {...field("expiryDays")} inputmode="numeric" autocomplete="off" required />
				<TextField {...field("vetoers")} rows={2} isCode />
			</PostForm>
		</section>
	);
}
