/** The example shop, which partners copy (demo.md "The shop"). */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { parseEnv } from "node:util";
import { decodeFunctionData, parseAbi } from "viem";
import { expect, it, vi } from "vitest";
import { renderShop } from "../../../examples/shop/page.mjs";
import { createRecoveries } from "../../../examples/shop/recovery.mjs";
import { codeBlocksOf } from "../../../scripts/docs/code-blocks.ts";
import { claimablePort } from "../../../scripts/start/port.ts";

const HOSTILE = `"><script>alert('&')</script>`;
const account = "0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A";
const lostOwner = "0x5CbDd86a2FA8Dc4bDdd8a8f69dBa48572EeC07FB";
const newOwner = "0x1563915e194D8CfBA1943570603F7606A3115508";
const customer = { id: "7", account, lostOwner, newOwner, chainId: 31_337 } as const;
const filed = { caseId: "rc_1", reference: "claim:7", status: "pending", lostAccount: account } as const;

type Shop = Parameters<typeof renderShop>[0];
const render = (shop: Partial<Shop>) =>
	renderShop({
		...{ customers: [customer], cases: [], link: undefined, webhooks: new Map(), serviceUrl: "http://s" },
		...shop,
	});

it("escapes everything that comes from outside", () => {
	const summary = { ...filed, caseId: HOSTILE, reference: HOSTILE, lostAccount: HOSTILE };
	const event = { type: HOSTILE, data: { reference: HOSTILE } };
	const html = render({
		customers: [{ ...customer, id: HOSTILE }],
		cases: [summary as never],
		link: { status: HOSTILE, caseId: null } as never,
		webhooks: new Map([["evt_1", { event: event as never, at: new Date(0) }]]),
	});
	expect(html).not.toContain("<script>");
	expect(html.match(/&lt;script&gt;alert\(&#39;&amp;&#39;\)/g)?.length).toBeGreaterThan(6);
});

it("offers a recovery until the customer's case is filed, and again after it was rejected", () => {
	const button = 'name="customer" value="7"';
	expect(render({})).toContain(button);
	expect(render({ cases: [filed as never] })).not.toContain(button);
	expect(render({ cases: [{ ...filed, status: "rejected" } as never] })).toContain(button);
	expect(render({ cases: [{ ...filed, reference: "claim:8" } as never] })).toContain(button);
});

it("starts with the settings that its README shows", async () => {
	const folder = join(import.meta.dirname, "../../../examples/shop");
	const [{ code = "" } = {}] = codeBlocksOf(readFileSync(join(folder, "README.md"), "utf8"));
	const settings = parseEnv(code);
	const server = readFileSync(join(folder, "server.mjs"), "utf8");
	const needed = [...server.matchAll(/setting\("(\w+)"\)/g)].map(([, name]) => name);
	expect(Object.keys(settings).sort()).toEqual(needed.sort());
	const create = vi.fn(async () => ({ url: "u" }));
	const customers = JSON.parse(settings.CUSTOMERS ?? "");
	const { makeLink } = createRecoveries({ links: { create } } as never, customers, new URL("http://s"));
	expect(await makeLink("1")).toBe("u");
});

it("makes a link in which everything is filled in and locked, for a known customer only", async () => {
	const create = vi.fn(async (_: { prefill: { transactions: [{ data: `0x${string}` }] } }) => ({ url: "u" }));
	const replevin = { links: { create } } as never;
	const { makeLink } = createRecoveries(replevin, [customer], new URL("http://127.0.0.1:8790"));
	expect(await makeLink("8")).toBeUndefined();
	expect(create).not.toHaveBeenCalled();
	expect(await makeLink("7")).toBe("u");
	const [body] = create.mock.calls[0] ?? [];
	expect(body).toMatchObject({
		reference: "claim:7",
		prefill: { lostAccount: account, recoveryAccount: newOwner, chainId: 31_337 },
		locked: ["lostAccount", "recoveryAccount", "chainId", "reasonForRecovery", "transactions"],
		returnUrl: "http://127.0.0.1:8790/back",
	});
	const abi = parseAbi(["function swapOwner(address prevOwner, address oldOwner, address newOwner)"]);
	const data = body?.prefill.transactions[0].data ?? "0x";
	expect(decodeFunctionData({ abi, data }).args?.slice(1)).toEqual([lostOwner, newOwner]);
});

it("outlives a request for a path that is no URL", async () => {
	const root = join(import.meta.dirname, "../../..");
	const port = await claimablePort(0);
	const url = `http://127.0.0.1:${port}`;
	const settings = {
		...{ REPLEVIN_URL: url, REPLEVIN_API_KEY: "sk_1", REPLEVIN_API_SECRET: "ss_1", CUSTOMERS: "[]" },
		...{ WEBHOOK_SECRET: "whsec_c2VjcmV0", SHOP_URL: url },
	};
	const sources = ["--import", join(root, "scripts/demo/sdk-sources.ts")];
	const args = ["--disable-warning=ExperimentalWarning", ...sources, "examples/shop/server.mjs"];
	const shop = spawn(process.execPath, args, { cwd: root, env: { ...process.env, ...settings } });
	try {
		await once(shop.stdout, "data");
		const socket = connect(port, "127.0.0.1");
		socket.write("GET // HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n\r\n");
		expect(await text(socket)).toMatch(/^HTTP\/1.1 404 /);
		expect((await fetch(`${url}/shop.css`)).status).toBe(200);
	} finally {
		shop.kill();
	}
});
