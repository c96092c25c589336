/**
 * auth.md "Wallet sessions".
 *
 * Logins with an unknown address take as long as logins with a wrong password. 400 real hashes would take minutes, so
 * both kinds use a cheaper hash here. The code around it, where a difference could be, is the service's own.
 */

import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { median } from "../../../scripts/stats.ts";
import { configOf } from "../../../src/config/config.ts";
import { createAccountService } from "../../../src/developers/account/account-service.ts";
import { createDeveloperRows } from "../../../src/developers/account/developers.d1.ts";
import { createKnownDevices } from "../../../src/developers/login/known-devices.ts";
import { createHashGate } from "../../../src/developers/passwords/hash-gate.ts";
import { createPasswords } from "../../../src/developers/passwords/passwords.ts";
import { createPeppers } from "../../../src/kernel/crypto/pepper.ts";
import { WITHOUT_PASSKEYS } from "../../support/auth/accounts.ts";
import { shareOfLonger, timeInTurn } from "../../support/service/timing.ts";
import { accountStub } from "./support.ts";

const ROUNDS = 200;
const COST = { memoryKib: 4096, passes: 2, lanes: 1 };

/**
 * More than five standard deviations (0.029 each for two equal distributions of 200), so the test fails by chance in
 * fewer than one of a million runs.
 */
const MAX_STRAY = 0.16;

it("unknown addresses and wrong passwords take the same time over 200 logins each", async () => {
	const peppers = createPeppers(configOf(env).peppers);
	const wait = (milliseconds: number) => scheduler.wait(milliseconds);
	const gate = createHashGate({ now: Date.now, wait, runLater: () => {} });
	const service = createAccountService({
		passkeys: WITHOUT_PASSKEYS,
		rows: createDeveloperRows(env.DB),
		accountOf: accountStub,
		passwords: createPasswords({ peppers, gate, cost: COST }),
		// Its waits would be all that is measured.
		guard: { attempt: (_, run) => run() },
		devices: createKnownDevices(peppers),
		tokens: { sign: async () => "token", verify: async () => ({ kind: "invalid", reason: "-" }) },
		mail: { tell: async () => {} },
		runLater: () => {},
	});
	const email = "known@example.com";
	const now = Date.now();
	const credentials = { email, password: "Lorem-ipsum-7", clientAddress: "-", now };
	await service.register(credentials);
	const logIn = async (address: string) => {
		const result = await service.login({
			email: address,
			password: "Wrong-ipsum-7",
			clientAddress: "-",
			now,
		});
		expect(result.kind).toBe("wrong_credentials");
		// A Worker's clock stands still until the next input.
		await wait(0);
	};
	const times = await timeInTurn(
		ROUNDS,
		() => logIn(email),
		(round) => logIn(`unknown${round}@example.com`),
	);
	const [known, unknown] = [median(times.first), median(times.second)];
	expect(known).toBeGreaterThan(1);
	expect(Math.abs(known - unknown)).toBeLessThan(0.25 * known);
	expect(Math.abs(shareOfLonger(times.first, times.second) - 0.5)).toBeLessThan(MAX_STRAY);
}, 120_000);

it("the comparison detects a login without a hash", () => {
	const hashed = Array.from({ length: ROUNDS }, (_, index) => 20 + (index % 7));
	const notHashed = hashed.map((time) => time - 10);
	expect(shareOfLonger(hashed, notHashed)).toBeGreaterThan(0.5 + MAX_STRAY);
	expect(shareOfLonger(hashed, hashed)).toBe(0.5);
});
