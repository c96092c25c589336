/**
 * A login for an unknown address takes as long as one with a wrong password for a known one. With the real
 * hash 400 logins take minutes, so it is made cheaper here, alike for both: everything around it, which is
 * where a difference would be, is the service's own.
 */
import { env } from "cloudflare:workers";
import { expect, it } from "vitest";
import { configOf } from "../../../src/config/config.ts";
import { createAccountService } from "../../../src/developers/account/account-service.ts";
import { createDeveloperRows } from "../../../src/developers/account/developers.d1.ts";
import { createHashGate } from "../../../src/developers/passwords/hash-gate.ts";
import { createPasswords } from "../../../src/developers/passwords/passwords.ts";
import { createPeppers } from "../../../src/kernel/pepper.ts";
import { median, shareOfLonger, timeInTurn } from "../../support/service/timing.ts";
import { accountStub } from "./support.ts";

const ROUNDS = 200;
const COST = { memoryKib: 4096, passes: 2, lanes: 1 };

/**
 * For two equal distributions of 200 the share strays from a half by 0.029 (its standard deviation); this is
 * more than five of them, so it fails by chance less than once in a million runs.
 */
const MAX_STRAY = 0.16;

it("cannot be told apart over two hundred of each", async () => {
	const peppers = createPeppers(configOf(env).peppers);
	const wait = (milliseconds: number) => scheduler.wait(milliseconds);
	const gate = createHashGate({ now: Date.now, wait, runLater: () => {} });
	const service = createAccountService({
		rows: createDeveloperRows(env.DB),
		accountOf: accountStub,
		passwords: createPasswords({ peppers, gate, cost: COST }),
		// Its waits would be all that is measured.
		guard: { attempt: (_, run) => run() },
		tokens: { sign: async () => "token", verify: async () => ({ kind: "invalid", reason: "-" }) },
		runLater: () => {},
	});
	const email = "known@example.com";
	const now = Date.now();
	expect((await service.register({ email, password: "Lorem-ipsum-7", now })).kind).toBe("registered");
	const logIn = async (address: string) => {
		const answer = await service.login({
			email: address,
			password: "Wrong-ipsum-7",
			clientAddress: "-",
			now,
		});
		expect(answer.kind).toBe("wrong_credentials");
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

it("would be told apart if one of them made no hash", () => {
	const hashed = Array.from({ length: ROUNDS }, (_, index) => 20 + (index % 7));
	const notHashed = hashed.map((time) => time - 10);
	expect(shareOfLonger(hashed, notHashed)).toBeGreaterThan(0.5 + MAX_STRAY);
	expect(shareOfLonger(hashed, hashed)).toBe(0.5);
});
