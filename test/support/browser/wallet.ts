/** A browser wallet (EIP-6963, EIP-1193) whose key is in the test, where its signatures are real. */
import type { BrowserContext } from "playwright-core";
import { type Hex, hexToString, isHex, numberToHex } from "viem";
import type { PrivateKeyAccount } from "viem/accounts";

export type BrowserWallet = {
	/** The methods that pages have called, in order. */
	readonly calls: string[];
	/** The chain that the wallet is on. */
	chainId: number;
	/** What the person does with the next request; `approve` unless set. */
	next: "approve" | "refuse" | "ignore" | "busy";
	/** Every other one is an unknown chain (4902). */
	knownChains: Set<number>;
	/** Says yes to another chain, and stays where it is. */
	isStuck: boolean;
	/** A locked wallet shows no account. */
	isLocked: boolean;
	/** The person chooses another account, of which the wallet tells the open pages. */
	switchTo(account: PrivateKeyAccount): Promise<void>;
};

type WalletOptions = {
	chainId?: number;
	name?: string;
	isAnnounced?: boolean;
	/** Sends a transaction to the chain. Without it the wallet supports none. @returns the hash */
	send?: (call: { to: Hex; data: Hex }) => Promise<Hex>;
};

const REFUSED = { code: 4001, message: "User rejected the request." };
const BUSY = { code: -32_002, message: "Request already pending." };
const UNKNOWN_CHAIN = { code: 4902, message: "Unrecognized chain ID." };

/**
 * Announces the wallet on every page of the context from now on. One that is not announced is `window.ethereum`, as in
 * the browsers of wallet apps.
 */
export async function installWallet(
	context: BrowserContext,
	account: PrivateKeyAccount,
	{ chainId = 31_337, name = "Test Wallet", isAnnounced = true, send }: WalletOptions = {},
): Promise<BrowserWallet> {
	const binding = `__wallet${Math.random().toString(36).slice(2)}`;
	let chosen = account;
	const wallet: BrowserWallet = {
		calls: [],
		chainId,
		next: "approve",
		knownChains: new Set([chainId]),
		isStuck: false,
		isLocked: false,
		async switchTo(other) {
			chosen = other;
			const detail = { binding, accounts: [other.address] };
			const tell = ({ binding, accounts }: typeof detail) =>
				dispatchEvent(new CustomEvent(binding, { detail: accounts }));
			await Promise.all(context.pages().map((page) => page.evaluate(tell, detail)));
		},
	};
	await context.exposeFunction(binding, async (method: string, params: unknown[]) => {
		wallet.calls.push(method);
		const { next } = wallet;
		wallet.next = "approve";
		if (next === "ignore") await new Promise(() => {});
		if (next === "refuse") return { error: REFUSED };
		if (next === "busy") return { error: BUSY };
		if (method === "eth_sendTransaction" && send) {
			const { from, to, data } = params[0] as Record<"from" | "to" | "data", Hex>;
			return from === chosen.address ? { result: await send({ to, data }) } : { error: REFUSED };
		}
		return respond(wallet, chosen, method, params);
	});
	await context.addInitScript(
		({ binding, name, isAnnounced }) => {
			const listeners = new Map<string, Set<(value: unknown) => void>>();
			const provider = {
				async request({ method, params = [] }: { method: string; params?: unknown[] }) {
					const ask = (
						globalThis as unknown as Record<string, (m: string, p: unknown[]) => Promise<unknown>>
					)[binding];
					const answer = (await ask?.(method, params)) as { result?: unknown; error?: object };
					if (answer.error) throw Object.assign(new Error("wallet"), answer.error);
					return answer.result;
				},
				on: (event: string, listener: (value: unknown) => void) =>
					listeners.set(event, (listeners.get(event) ?? new Set()).add(listener)),
				removeListener: (event: string, listener: (value: unknown) => void) =>
					listeners.get(event)?.delete(listener),
			};
			window.addEventListener(binding, (event) => {
				for (const listener of listeners.get("accountsChanged") ?? [])
					listener((event as CustomEvent).detail);
			});
			if (!isAnnounced) {
				Object.assign(window, { ethereum: provider });
				return;
			}
			const info = {
				uuid: crypto.randomUUID(),
				name,
				icon: "data:image/svg+xml,<svg/>",
				rdns: "test.wallet",
			};
			const detail = Object.freeze({ info, provider });
			const announce = () => window.dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail }));
			window.addEventListener("eip6963:requestProvider", announce);
			announce();
		},
		{ binding, name, isAnnounced },
	);
	return wallet;
}

async function respond(
	wallet: BrowserWallet,
	account: PrivateKeyAccount,
	method: string,
	params: unknown[],
): Promise<{ result?: unknown; error?: object }> {
	switch (method) {
		case "eth_requestAccounts":
		case "eth_accounts":
			return { result: wallet.isLocked ? [] : [account.address] };
		case "eth_chainId":
			return { result: numberToHex(wallet.chainId) };
		case "wallet_switchEthereumChain": {
			const chainId = Number((params[0] as { chainId: Hex }).chainId);
			if (!wallet.knownChains.has(chainId)) return { error: UNKNOWN_CHAIN };
			if (!wallet.isStuck) wallet.chainId = chainId;
			return { result: null };
		}
		case "personal_sign": {
			const text = String(params[0]);
			const message = isHex(text) ? hexToString(text) : text;
			return { result: await account.signMessage({ message }) };
		}
		case "eth_signTypedData_v4": {
			const data = typeof params[1] === "string" ? JSON.parse(params[1]) : params[1];
			return { result: await account.signTypedData(data) };
		}
		default:
			return { error: { code: 4200, message: `The wallet does not support ${method}.` } };
	}
}
