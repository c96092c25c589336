/** How pages talk to wallets (hosted-app.md "Signatures"), with providers that sign with a real key. */
import { type Hex, recoverTypedDataAddress, verifyMessage } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { describe, expect, it } from "vitest";
import {
	chainOf,
	connect,
	findWallets,
	type Provider,
	sign,
	type Wallet,
} from "../../../src/web/browser/lib/wallet.ts";

const account = privateKeyToAccount(`0x${"22".repeat(32)}`);
const typedData = {
	types: {
		EIP712Domain: [{ name: "chainId", type: "uint256" }],
		Note: [{ name: "text", type: "string" }],
	},
	primaryType: "Note" as const,
	domain: { chainId: 8453 },
	message: { text: "hello" },
};
const toSign = { kind: "typed_data" as const, text: JSON.stringify(typedData), chainId: 8453 };

type Behaviour = {
	accounts?: string[];
	chainId?: number;
	/** Method and the code that it fails with. */
	fails?: Record<string, unknown>;
	staysOnChain?: boolean;
};

function walletOf({ accounts = [account.address], chainId = 8453, fails = {}, staysOnChain }: Behaviour) {
	const calls: string[] = [];
	let chain = chainId;
	const provider: Provider = {
		request: async ({ method, params = [] }) => {
			calls.push(method);
			if (method in fails) throw fails[method];
			switch (method) {
				case "eth_requestAccounts":
					return accounts;
				case "eth_chainId":
					return `0x${chain.toString(16)}`;
				case "wallet_switchEthereumChain":
					if (!staysOnChain) chain = Number((params[0] as { chainId: string }).chainId);
					return null;
				case "personal_sign":
					return account.signMessage({ message: { raw: params[0] as Hex } });
				case "eth_signTypedData_v4":
					return account.signTypedData(JSON.parse(params[1] as string));
			}
			throw new Error(method);
		},
	};
	const wallet: Wallet = { name: "Test", provider };
	return { wallet, calls };
}

describe("a wallet", () => {
	it("is found once, by its announcement, before and after the page asks", () => {
		const target = new EventTarget();
		const { wallet } = walletOf({});
		const announce = () => {
			const detail = { info: { name: "A".repeat(100) }, provider: wallet.provider };
			target.dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail }));
		};
		target.addEventListener("eip6963:requestProvider", announce);
		const found: Wallet[] = [];
		findWallets(target, (one) => found.push(one));
		announce();
		expect(found).toEqual([{ name: "A".repeat(60), provider: wallet.provider }]);
	});

	it.each([[{}], [{ info: { name: 1 }, provider: { request: () => 1 } }], [{ info: { name: "a" } }], [null]])(
		"that announces itself as %j is ignored",
		(detail) => {
			const target = new EventTarget();
			const found: Wallet[] = [];
			findWallets(target, (one) => found.push(one));
			target.dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail }));
			expect(found).toEqual([]);
		},
	);

	it("signs a text as it stands, beyond ASCII too", async () => {
		const { wallet } = walletOf({});
		const text = "señal\nline two";
		const outcome = await sign(wallet, { kind: "text", text }, account.address.toLowerCase());
		if (outcome.kind !== "done") throw new Error(outcome.kind);
		const signature = outcome.value as Hex;
		expect(await verifyMessage({ address: account.address, message: text, signature })).toBe(true);
	});

	it("changes the network before it signs typed data", async () => {
		const { wallet, calls } = walletOf({ chainId: 1 });
		const outcome = await sign(wallet, toSign, account.address);
		if (outcome.kind !== "done") throw new Error(outcome.kind);
		const signature = outcome.value as Hex;
		expect(await recoverTypedDataAddress({ ...typedData, signature } as never)).toBe(account.address);
		expect(calls).toEqual([
			...["eth_requestAccounts", "eth_chainId", "wallet_switchEthereumChain", "eth_chainId"],
			"eth_signTypedData_v4",
		]);
	});

	it.each([
		["refused", { fails: { eth_requestAccounts: { code: 4001 } } }],
		["refused", { fails: { eth_signTypedData_v4: { code: 4001 } } }],
		["refused", { chainId: 1, fails: { wallet_switchEthereumChain: { code: 4001 } } }],
		["busy", { fails: { eth_requestAccounts: { code: -32002 } } }],
		["locked", { accounts: [] }],
		["locked", { fails: { eth_requestAccounts: { code: 4100 } } }],
		["other_account", { accounts: [`0x${"ab".repeat(20)}`] }],
		["unknown_chain", { chainId: 1, fails: { wallet_switchEthereumChain: { code: 4902 } } }],
		[
			"unknown_chain",
			{
				chainId: 1,
				fails: { wallet_switchEthereumChain: { code: -32603, data: { originalError: { code: 4902 } } } },
			},
		],
		["wrong_chain", { chainId: 1, fails: { wallet_switchEthereumChain: new Error("no") } }],
		["wrong_chain", { chainId: 1, staysOnChain: true }],
		["failed", { fails: { eth_signTypedData_v4: null } }],
	])("that fails is %s: %j", async (kind, behaviour) => {
		const { wallet, calls } = walletOf(behaviour as Behaviour);
		expect(await sign(wallet, toSign, account.address)).toEqual({ kind });
		expect(calls).not.toContain("wallet_addEthereumChain");
	});

	it("signs with the account that must sign, also if another one is chosen", async () => {
		const { wallet } = walletOf({ accounts: [`0x${"ab".repeat(20)}`, account.address] });
		expect((await sign(wallet, toSign, account.address)).kind).toBe("done");
	});

	it("says which accounts and which network it has", async () => {
		const { wallet } = walletOf({ accounts: [account.address] });
		expect(await connect(wallet)).toEqual({ kind: "done", value: [account.address] });
		expect(await chainOf(wallet)).toBe(8453);
		expect(await chainOf(walletOf({ fails: { eth_chainId: { code: 1 } } }).wallet)).toBeNull();
	});
});
