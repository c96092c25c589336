/** Live sockets of a case, as the case page opens them (recovery.md "Live updates"). */
import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { decodeJwt } from "jose";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { hostCookieName } from "../../../src/http/cookies.ts";
import { createLiveService } from "../../../src/recovery/live/live-service.ts";
import { LIVE_LIMITS, LIVE_MS } from "../../../src/recovery/live/live-socket.ts";
import { servicesOf } from "../../../src/services.ts";
import { newDeveloper, newReviewer } from "../../support/auth/accounts.ts";
import { bearer } from "../../support/auth/credentials.ts";
import { call, errorOf } from "../../support/contract/worker-client.ts";
import { courtOrderBody, newCaseBody, newIntent } from "../../support/signing/signing.ts";
import { newAnonymous, newOrigin, newPageSession, newWallet, newWalletSession } from "../access/support.ts";
import { caseObject, close, newPartner, type Partner, recordOf } from "./support.ts";

type Headers = Record<string, string>;

const livePorts = () => {
	const { recovery, developers } = servicesOf(env);
	return {
		caseObject: (id: string) => env.RECOVERY_CASES.getByName(id),
		accountOf: (name: string) => env.ACCOUNTS.getByName(name),
		recovery: () => recovery,
		developers,
	};
};

const OWN: Headers = { Origin: env.BASE_URL };
const WALLET_COOKIE = hostCookieName(env.BASE_URL, "wallet");
const tokenOf = ({ Authorization = "" }: Headers) => Authorization.replace("Bearer ", "");
const cookie = (name: string, headers: Headers) => ({ Cookie: `${name}=${tokenOf(headers)}` });

let partner: Partner;
let caseId: string;
let expiresAt: string | null;
let jrcHash: string;
let intent: ReturnType<typeof newIntent>;
const owner = newWallet();
const claimant = newWallet();
let asClaimant: Headers;
const opened: WebSocket[] = [];
const accountOfClaimant = () => env.ACCOUNTS.getByName(`wallet:${claimant.address.toLowerCase()}`);

/** Each test has its own case. */
beforeEach(async () => {
	partner ??= await newPartner();
	asClaimant ??= await newWalletSession(claimant);
	const lostAccount = newWallet().address;
	intent = newIntent({ lostAccount, recoveryAccount: claimant.address, reasonForRecovery: "inheritance" });
	const body = await newCaseBody(intent, claimant);
	({ caseId, jrcHash, expiresAt } = await recordOf(await partner.send("/recovery-cases/new-case", body)));
});
afterEach(() => {
	vi.restoreAllMocks();
	vi.useRealTimers();
	for (const socket of opened.splice(0)) socket.close(1000);
});

function upgrade(headers: Headers, id = caseId): Promise<Response> {
	return exports.default.fetch(`${env.BASE_URL}/cases/${id}/live`, {
		headers: { Upgrade: "websocket", ...headers },
	});
}

/** A socket with everything that it has received. */
async function connect(headers: Headers = { ...OWN, ...asClaimant }) {
	const response = await upgrade(headers);
	const socket = response.webSocket;
	if (response.status !== 101 || !socket) throw new Error(`${response.status} ${await response.text()}`);
	const messages: unknown[] = [];
	const closes: number[] = [];
	socket.addEventListener("message", ({ data }) => {
		messages.push(data);
	});
	socket.addEventListener("close", ({ code }) => {
		closes.push(code);
	});
	socket.accept();
	opened.push(socket);
	return { socket, messages, closes };
}

async function refusal(headers: Headers, id?: string) {
	const response = await upgrade(headers, id);
	const { error } = await response.json<{ error: { code: string } }>();
	return [response.status, error.code];
}

const attach = async () =>
	expect((await partner.attach(intent, await courtOrderBody(intent, claimant))).status).toBe(200);
const withdraw = async () => expect((await close(intent, "withdraw", claimant)).status).toBe(200);
describe("opening a live socket", () => {
	it.each<[string, () => Promise<Headers>]>([
		["the wallet cookie of the claimants' pages", async () => cookie(WALLET_COOKIE, asClaimant)],
		["the cookie of the developers' pages", async () => partner.cookie],
		["a bearer token", async () => asClaimant],
		["a reviewer's cookie", async () => cookie("access_token", (await newReviewer()).headers)],
		[
			"the second cookie, if the first may not read the case",
			async () => ({
				Cookie: `${WALLET_COOKIE}=${tokenOf(await newWalletSession(newWallet()))}; access_token=${partner.token}`,
			}),
		],
	])("works with %s, and begins with the case's version", async (_, credential) => {
		const { messages } = await connect({ ...OWN, ...(await credential()) });
		await expect.poll(() => messages).toEqual(["1"]);
	});

	it("is rejected for every page but our own, also with a valid session", async () => {
		const session = { ...cookie(WALLET_COOKIE, asClaimant), ...asClaimant };
		const { host } = new URL(env.BASE_URL);
		const foreign = ["https://evil.example", "null", `http://${host}`, `${env.BASE_URL}.evil.example`];
		for (const Origin of foreign) expect(await refusal({ ...session, Origin })).toEqual([403, "FORBIDDEN"]);
		expect(await refusal(session)).toEqual([403, "FORBIDDEN"]);
		const other = { ...session, ...OWN, "Sec-Fetch-Site": "same-site" };
		expect(await refusal(other)).toEqual([403, "FORBIDDEN"]);
		const origin = "https://live.example";
		await newOrigin({ headers: bearer(partner.token) }, origin, "allow");
		const page = await newPageSession(claimant, origin);
		expect(await refusal(page)).toEqual([403, "FORBIDDEN"]);
		expect(await refusal({ ...page, ...OWN })).toEqual([401, "UNAUTHORIZED"]);
	});

	it("needs a session: no API key, anonymous session, forged or doubled cookie is enough", async () => {
		expect(await refusal(OWN)).toEqual([401, "UNAUTHORIZED"]);
		expect(await refusal({ ...OWN, ...partner.headers })).toEqual([401, "UNAUTHORIZED"]);
		expect(await refusal({ ...OWN, ...(await newAnonymous()) })).toEqual([401, "UNAUTHORIZED"]);
		const forged = `${tokenOf(asClaimant)}x`;
		expect(await refusal({ ...OWN, Cookie: `${WALLET_COOKIE}=${forged}` })).toEqual([401, "INVALID_TOKEN"]);
		const twice = `${WALLET_COOKIE}=${tokenOf(asClaimant)}; ${WALLET_COOKIE}=${tokenOf(asClaimant)}`;
		expect(await refusal({ ...OWN, Cookie: twice })).toEqual([401, "UNAUTHORIZED"]);
	});

	it("is rejected alike for a case that the session may not read and one that does not exist", async () => {
		const absent = `rc_${"0".repeat(32)}`;
		for (const session of [(await newDeveloper()).headers, await newWalletSession(owner)]) {
			for (const id of [caseId, absent, "not-a-case"]) {
				expect(await refusal({ ...OWN, ...session }, id)).toEqual([404, "RESOURCE_NOT_FOUND"]);
			}
		}
	});

	it("serves nothing but upgrades by GET", async () => {
		const url = `${env.BASE_URL}/cases/${caseId}/live`;
		const headers = { ...OWN, ...asClaimant };
		expect((await exports.default.fetch(url, { headers })).status).toBe(400);
		expect((await exports.default.fetch(url, { headers, method: "POST" })).status).toBe(405);
		expect((await exports.default.fetch(url, { headers, method: "HEAD" })).status).toBe(405);
	});
});

describe("a live socket", () => {
	it("gets the new version, and nothing else, after each move", async () => {
		const [first, second] = [await connect(), await connect({ ...OWN, ...partner.cookie })];
		await attach();
		await withdraw();
		for (const { messages } of [first, second]) await expect.poll(() => messages).toEqual(["1", "2", "3"]);
	});

	it("gets the same version again after a check of reported transactions", async () => {
		const { messages } = await connect();
		const body = { txHash: `0x${"ab".repeat(32)}` };
		const path = `/recovery-cases/${jrcHash}/execution`;
		// No node is configured for the chain, so nothing has changed.
		expect((await call(path, { headers: asClaimant, body })).status).toBe(409);
		await expect.poll(() => messages).toEqual(["1", "1"]);
	});

	it("survives the eviction of its object, without an alarm of its own", async () => {
		const alarm = () => runInDurableObject(caseObject(caseId), (_, { storage }) => storage.getAlarm());
		// The case has delivered its copies, and waits for nothing but its expiry.
		await expect.poll(alarm).toBe(Date.parse(expiresAt ?? ""));
		const { messages } = await connect();
		await evictDurableObject(caseObject(caseId));
		expect(await alarm()).toBe(Date.parse(expiresAt ?? ""));
		await attach();
		await expect.poll(() => messages).toEqual(["1", "2"]);
	});

	it.each<[string, (session: Headers) => Promise<unknown>]>([
		["a log-out", (headers) => call("/auth/logout", { method: "POST", headers })],
		["a log-out everywhere", (headers) => call("/auth/logout-all", { method: "POST", headers })],
		[
			"another session that ends it",
			async () => call("/auth/sessions", { method: "DELETE", headers: await newWalletSession(claimant) }),
		],
		[
			"twenty newer sessions",
			async () => {
				for (let count = 0; count < 20; count++) await newWalletSession(claimant);
			},
		],
		[
			"its expiry",
			() =>
				runInDurableObject(accountOfClaimant(), async (account, { storage }) => {
					storage.sql.exec("UPDATE sessions SET expires_at = ?", Date.now() - 1);
					await account.alarm();
				}),
		],
	])("is closed by %s, and the next upgrade is 401", async (_, end) => {
		const session = await newWalletSession(claimant);
		const [{ messages, closes }, other] = [
			await connect({ ...OWN, ...session }),
			await connect({ ...OWN, ...partner.cookie }),
		];
		await end(session);
		await expect.poll(() => closes).toEqual([4001]);
		await attach();
		await expect.poll(() => other.messages).toEqual(["1", "2"]);
		expect(messages).toEqual(["1"]);
		const [status] = await refusal({ ...OWN, ...session });
		expect(status).toBe(401);
		asClaimant = await newWalletSession(claimant);
	});

	it("of a session that ends while it is opened is closed, and not given to the client", async () => {
		const session = await newWalletSession(claimant);
		const { caseObject: object, ...ports } = livePorts();
		const live = createLiveService({
			...ports,
			caseObject: (id) => ({
				closeLiveSockets: (input) => object(id).closeLiveSockets(input),
				async fetch(request) {
					const response = await object(id).fetch(request);
					await call("/auth/logout", { method: "POST", headers: session });
					return response;
				},
			}),
		});
		const sessionId = String(decodeJwt(tokenOf(session)).sid);
		const subject = `wallet:${claimant.address.toLowerCase()}`;
		const wallet = { kind: "wallet", subject, address: claimant.address.toLowerCase() } as const;
		const principal = { ...wallet, chainId: null, sessionId, page: null };
		expect(await live.connect(principal, caseId)).toEqual({ kind: "session_ended" });
		const open = () =>
			runInDurableObject(
				caseObject(caseId),
				(_, state) => state.getWebSockets().filter(({ readyState }) => readyState === WebSocket.OPEN).length,
			);
		await expect.poll(open).toBe(0);
	});

	it("is closed ten minutes later, at the next push, and gets nothing more", async () => {
		const { messages, closes } = await connect();
		await expect.poll(() => messages).toEqual(["1"]);
		vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + LIVE_MS });
		await attach();
		vi.useRealTimers();
		await expect.poll(() => closes).toEqual([4000]);
		expect(messages).toEqual(["1"]);
	});

	it("is closed if the client speaks", async () => {
		const { socket, messages, closes } = await connect();
		const other = await connect();
		socket.send("let me in");
		await expect.poll(() => closes).toEqual([1008]);
		await attach();
		await expect.poll(() => other.messages).toEqual(["1", "2"]);
		expect(messages).toEqual(["1"]);
	});

	it("that is broken fails no move, and takes no message from the others", async () => {
		vi.spyOn(console, "warn").mockImplementation(() => {});
		const sockets = [await connect(), await connect()];
		let failed = 0;
		await runInDurableObject(caseObject(caseId), (_, state) => {
			const [broken] = state.getWebSockets();
			Object.defineProperty(broken, "send", {
				value: () => {
					failed++;
					throw new Error("broken");
				},
			});
		});
		await attach();
		expect(failed).toBe(1);
		const received = () => sockets.map(({ messages }) => messages.join()).sort();
		await expect.poll(received).toEqual(["1", "1,2"]);
	});
});

describe("the number of live sockets", () => {
	it("is eight for a session; a closed or expired one counts no more", async () => {
		const sockets = await Promise.all(Array.from({ length: LIVE_LIMITS.session }, () => connect()));
		const full = await upgrade({ ...OWN, ...asClaimant });
		expect(full.status).toBe(429);
		// Waiting does not close a page.
		expect(full.headers.has("Retry-After")).toBe(false);
		expect((await errorOf(full.clone())).details).toMatchObject([{ rule: "quota_full" }]);
		expect(await full.text()).toContain("This session has 8 live connections");
		await connect({ ...OWN, ...(await newWalletSession(claimant)) });
		sockets[0]?.socket.close(1000);
		await expect.poll(() => connect().then(() => "connected", String)).toBe("connected");
		vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + LIVE_MS });
		await connect();
		vi.useRealTimers();
		await expect.poll(() => sockets[1]?.closes).toEqual([4000]);
	});
});
