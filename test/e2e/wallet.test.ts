/** The wallet of the browser tests behaves as EIP-1193 and EIP-6963 say, under the pages' policy. */
import { verifyMessage } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type App, startApp } from "../support/browser/app.ts";
import { installWallet } from "../support/browser/wallet.ts";

let app: App;
beforeAll(async () => {
	app = await startApp();
});
afterAll(() => app?.stop());

type Provider = { request(call: { method: string; params?: unknown[] }): Promise<unknown> };
type Asked = { result?: unknown; code?: number };

it("announces itself, signs, refuses and knows its chains", async () => {
	const { context, page } = await app.visit();
	const account = privateKeyToAccount(generatePrivateKey());
	const wallet = await installWallet(context, account);
	await page.goto("/");
	const ask = (method: string, ...params: unknown[]): Promise<Asked> =>
		page.evaluate(
			async ({ method, params }) => {
				const provider = await new Promise<Provider>((found) => {
					addEventListener("eip6963:announceProvider", (event) =>
						found((event as CustomEvent<{ provider: Provider }>).detail.provider),
					);
					dispatchEvent(new Event("eip6963:requestProvider"));
				});
				return provider.request({ method, params }).then(
					(result) => ({ result }),
					({ code }: { code: number }) => ({ code }),
				);
			},
			{ method, params },
		);
	expect(await ask("eth_requestAccounts")).toEqual({ result: [account.address] });
	const { result } = await ask("personal_sign", "hello", account.address);
	const signature = result as `0x${string}`;
	expect(await verifyMessage({ address: account.address, message: "hello", signature })).toBe(true);
	wallet.next = "refuse";
	expect(await ask("personal_sign", "hello", account.address)).toEqual({ code: 4001 });
	expect(await ask("wallet_switchEthereumChain", { chainId: "0x1" })).toEqual({ code: 4902 });
	expect(await ask("eth_chainId")).toEqual({ result: "0x7a69" });
	await context.close();
});
