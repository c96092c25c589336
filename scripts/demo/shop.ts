/** The partner's shop of the demo: `examples/shop` as a program of its own, with what a partner has. */

import { join, resolve } from "node:path";
import type { Customer } from "../../examples/shop/recovery.mjs";
import { type Child, nodeCommand, startChild } from "../child.ts";
import { until } from "../until.ts";
import { logLines } from "./log-lines.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const WEBHOOK_TIMEOUT_MS = 30_000;

export type ShopInputs = {
	url: string;
	serviceUrl: string;
	apiKey: string;
	apiSecret: string;
	webhookSecret: string;
	customers: readonly Customer[];
	logFile: string;
	/** Called for each webhook that the shop has verified. */
	onWebhook(type: string, caseId: string): void;
};

export type Shop = Child & {
	/** Presses the button of a customer. @returns where the shop sends the browser */
	recover(customerId: string): Promise<string>;
	/** Resolves when the shop has verified such a webhook. */
	webhook(type: string, caseId: string): Promise<void>;
};

export function startShop(inputs: ShopInputs): Shop {
	const verified = new Set<string>();
	const log = logLines(inputs.logFile);
	const child = startChild({
		name: "The shop",
		command: nodeCommand(
			...["--import", join(ROOT, "scripts/demo/sdk-sources.ts"), join(ROOT, "examples/shop/server.mjs")],
		),
		env: {
			REPLEVIN_URL: inputs.serviceUrl,
			REPLEVIN_API_KEY: inputs.apiKey,
			REPLEVIN_API_SECRET: inputs.apiSecret,
			WEBHOOK_SECRET: inputs.webhookSecret,
			SHOP_URL: inputs.url,
			CUSTOMERS: JSON.stringify(inputs.customers),
		},
		isReady: /^listening on /,
		onLine(line) {
			log(line);
			const [, type, caseId] = /^verified (\S+) of (\S+)$/.exec(line) ?? [];
			if (type === undefined || caseId === undefined) return;
			verified.add(`${type} ${caseId}`);
			inputs.onWebhook(type, caseId);
		},
	});
	return {
		...child,
		async recover(customer) {
			const response = await fetch(`${inputs.url}/recover`, {
				method: "POST",
				body: new URLSearchParams({ customer }),
				redirect: "manual",
			});
			const location = response.headers.get("Location");
			if (location === null) throw new Error(`The shop responded with ${response.status}.`);
			return location;
		},
		webhook: (type, caseId) =>
			until(
				() => verified.has(`${type} ${caseId}`),
				WEBHOOK_TIMEOUT_MS,
				() => `The webhook ${type} did not arrive in time.`,
			),
	};
}
