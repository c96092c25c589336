/** Bodies that cost memory: many values, slow, stalled and cut off. */
import { setTimeout as wait } from "node:timers/promises";
import { beginRequest, type Sending, statusOf } from "../../../test/support/service/begin-request.ts";
import type { Headers } from "../../../test/support/service/service-client.ts";
import { from, newWallet, withWallet } from "../client.ts";
import type { Attack, Ground } from "./ground.ts";

const MEBIBYTE = 1024 * 1024;
const FORM = "multipart/form-data; boundary=b";
const SLOW_STEP_MS = 500;

export const sendJsonOfManyValues: Attack = async ({ stranger, send }) => {
	const wallet = newWallet();
	const client = await withWallet(stranger(), wallet);
	const bodies = [340_000, 4_600_000].map((objects) => `{"x":[${"{},".repeat(objects)}{}]}`);
	let turn = 0;
	return () => send(client, `/estate-profiles/${wallet.address}/will`, bodies[turn++ % bodies.length]);
};

export const holdSlowBodies: Attack = async (ground) => async () => {
	const length = { "Content-Length": MEBIBYTE, ...from(ground.address()) };
	const sending = beginRequest(ground.port, "/api/v1/typed-data", length, " ".repeat(MEBIBYTE - 1_000));
	const drip = setInterval(() => sending.socket.write(" "), SLOW_STEP_MS);
	await sending.closed;
	clearInterval(drip);
	ground.count(statusOf(sending));
};

/** Two wallets announce 14 MB, or nearly complete 10 MiB, and stall. */
export const stallUploads: Attack = async (ground) => {
	const wallets = await Promise.all([1, 2].map(() => walletUpload(ground)));
	let turn = 0;
	return async () => {
		const { path, headers } = wallets[++turn % wallets.length] ?? (await walletUpload(ground));
		const [announced, sent] = turn % 4 < 2 ? [14_000_000, MEBIBYTE] : [10 * MEBIBYTE, 9.9 * MEBIBYTE];
		const length = { "Content-Type": FORM, "Content-Length": announced, ...from(ground.address()) };
		const sending = beginRequest(ground.port, path, { ...headers, ...length }, new Uint8Array(sent));
		await sending.closed;
		ground.count(statusOf(sending));
	};
};

export const hangUpInTheMiddle: Attack = async (ground) => {
	const upload = await walletUpload(ground);
	const begin: (() => Sending)[] = [
		() => beginRequest(ground.port, "/api/v1/auth/login", length(ground, 1_000), "{"),
		() => beginRequest(ground.port, "/api/v1/typed-data", length(ground, 900_000), "[".repeat(500_000)),
		() => {
			const form = { ...upload.headers, "Content-Type": FORM, ...length(ground, 5 * MEBIBYTE) };
			return beginRequest(ground.port, upload.path, form, new Uint8Array(3 * MEBIBYTE));
		},
	];
	let turn = 0;
	return async () => {
		const sending = begin[turn++ % begin.length]?.();
		await wait(50);
		sending?.socket.resetAndDestroy();
		ground.count(0);
	};
};

const length = (ground: Ground, bytes: number) => ({
	"Content-Length": bytes,
	...from(ground.address()),
});

async function walletUpload({ stranger }: Ground): Promise<{ path: string; headers: Headers }> {
	const wallet = newWallet();
	const { headers } = await withWallet(stranger(), wallet);
	return { path: `/api/v1/estate-profiles/${wallet.address}/will`, headers };
}
