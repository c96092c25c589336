/**
 * Wallets of this browser: EIP-6963 finds them, EIP-1193 asks them. What can go wrong is a value, never an exception,
 * so that a page has words for each. A wallet's icon is not used, because our policy allows no foreign image.
 */

export type Provider = {
	request: (call: { method: string; params?: unknown[] }) => Promise<unknown>;
	on?: (event: string, listener: (value: unknown) => void) => void;
};

export type Wallet = { name: string; provider: Provider };

export type ToSign =
	| { kind: "text"; text: string }
	/** The complete argument of eth_signTypedData_v4, as JSON. */
	| { kind: "typed_data"; text: string; chainId: number };

type WalletProblem =
	/** 4001: the person said no. */
	| "refused"
	/** The wallet shows no account. */
	| "locked"
	/** -32002: it already asks in a window of its own. */
	| "busy"
	/** The wallet does not have the account that must sign. */
	| "other_account"
	/** 4902: it does not know the chain. */
	| "unknown_chain"
	| "wrong_chain"
	| "failed";

type Outcome<T> = { kind: "done"; value: T } | { kind: WalletProblem };

/**
 * Calls back once for each wallet that announces itself.
 * @param target the window, or its replacement in tests
 */
export function findWallets(target: EventTarget, found: (wallet: Wallet) => void): void {
	const known = new Set<unknown>();
	target.addEventListener("eip6963:announceProvider", (event) => {
		const { info, provider } = (event as CustomEvent<Announcement>).detail ?? {};
		if (typeof info?.name !== "string" || typeof provider?.request !== "function") return;
		if (known.has(provider)) return;
		known.add(provider);
		found({ name: info.name.slice(0, MAX_NAME), provider });
	});
	target.dispatchEvent(new Event("eip6963:requestProvider"));
}

type Announcement = { info?: { name?: unknown }; provider?: Provider };
const MAX_NAME = 60;

/** @returns the accounts that the wallet shows, the chosen one first */
export async function connect({ provider }: Wallet): Promise<Outcome<string[]>> {
	const outcome = await ask(provider, "eth_requestAccounts");
	if (outcome.kind !== "done") return outcome;
	const accounts = textsOf(outcome.value);
	return accounts.length === 0 ? { kind: "locked" } : { kind: "done", value: accounts };
}

/** @returns null if the wallet does not say */
export async function chainOf({ provider }: Wallet): Promise<number | null> {
	const outcome = await ask(provider, "eth_chainId");
	if (outcome.kind !== "done") return null;
	const chainId = Number(outcome.value);
	return Number.isSafeInteger(chainId) && chainId > 0 ? chainId : null;
}

/** @param signer the account that must sign; null for the wallet's own choice */
export async function sign(wallet: Wallet, toSign: ToSign, signer: string | null): Promise<Outcome<string>> {
	const accounts = await connect(wallet);
	if (accounts.kind !== "done") return accounts;
	const account = accounts.value.find((one) => signer === null || isSame(one, signer));
	if (account === undefined) return { kind: "other_account" };
	if (toSign.kind === "typed_data") {
		const switched = await switchChain(wallet, toSign.chainId);
		if (switched.kind !== "done") return switched;
	}
	const outcome =
		toSign.kind === "text"
			? await ask(wallet.provider, "personal_sign", [hexOf(toSign.text), account])
			: await ask(wallet.provider, "eth_signTypedData_v4", [account, toSign.text]);
	if (outcome.kind !== "done") return outcome;
	const isHex = typeof outcome.value === "string" && /^0x[0-9a-fA-F]+$/.test(outcome.value);
	return isHex ? { kind: "done", value: outcome.value as string } : { kind: "failed" };
}

/** From `signer`, or the account that the wallet chooses, without a value. */
export async function sendCall(
	wallet: Wallet,
	call: { to: string; data: string },
	{ chainId, signer }: { chainId: number; signer?: string | undefined },
): Promise<Outcome<unknown>> {
	const accounts = await connect(wallet);
	if (accounts.kind !== "done") return accounts;
	const from = accounts.value.find((one) => signer === undefined || isSame(one, signer));
	if (from === undefined) return { kind: "other_account" };
	const switched = await switchChain(wallet, chainId);
	if (switched.kind !== "done") return switched;
	return ask(wallet.provider, "eth_sendTransaction", [{ from, ...call }]);
}

/** Some wallets sign only on the chain of the message. None is given a chain, because that needs a node's address. */
async function switchChain(wallet: Wallet, chainId: number): Promise<Outcome<null>> {
	if ((await chainOf(wallet)) === chainId) return { kind: "done", value: null };
	const outcome = await ask(wallet.provider, "wallet_switchEthereumChain", [
		{ chainId: `0x${chainId.toString(16)}` },
	]);
	if (outcome.kind === "failed") return { kind: "wrong_chain" };
	if (outcome.kind !== "done") return outcome;
	// A wallet may say yes and stay where it is.
	return (await chainOf(wallet)) === chainId ? { kind: "done", value: null } : { kind: "wrong_chain" };
}

const PROBLEMS = new Map<unknown, WalletProblem>([
	[4001, "refused"],
	[4100, "locked"],
	[4902, "unknown_chain"],
	[-32002, "busy"],
]);

async function ask(provider: Provider, method: string, params: unknown[] = []): Promise<Outcome<unknown>> {
	try {
		return { kind: "done", value: await provider.request({ method, params }) };
	} catch (error) {
		return { kind: PROBLEMS.get(codeOf(error)) ?? "failed" };
	}
}

/** Some wallets wrap the error of the extension, whose code is inside. */
function codeOf(error: unknown): unknown {
	const { code, data } = (error ?? {}) as { code?: unknown; data?: { originalError?: { code?: unknown } } };
	return data?.originalError?.code ?? code;
}

function textsOf(value: unknown): string[] {
	return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}

function isSame(one: string, other: string): boolean {
	return one.toLowerCase() === other.toLowerCase();
}

function hexOf(text: string): string {
	const bytes = [...new TextEncoder().encode(text)];
	return `0x${bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}
