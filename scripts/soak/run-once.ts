/** One run: the well-behaved callers work alone, and then beside all attacks. */
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { toHex } from "viem";
import { PASSWORD } from "../../test/support/auth/credentials.ts";
import { type Headers, jsonOf, partnerAt } from "../../test/support/service/service-client.ts";
import type { StatusCounts } from "./attackers.ts";
import type { Target } from "./attacks/ground.ts";
import { newOwner, type Owner, workAsClaimant, workAsDeveloper, workAsOwner } from "./callers.ts";
import { type Developer, from, newDeveloper } from "./client.ts";
import type { SoakedService } from "./soaked-service.ts";
import { createStopwatch, type Stopwatch } from "./times.ts";

const SAMPLE_EVERY_MS = 500;

export type Run = {
	quiet: Stopwatch;
	attacked: Stopwatch;
	statuses: StatusCounts;
	/** MiB of the runtime before and after the attacks, and the most between. */
	memory: { before: number; after: number; peak: number };
	/** Requests to the node during the attacks. */
	nodeRequests: number;
};

/** @param only names of attacks; all without it */
export async function runOnce(
	service: SoakedService,
	{ seconds, only }: { seconds: number; only: readonly string[] | undefined },
): Promise<Run> {
	const { url } = service;
	const developer = await newDeveloper(partnerAt(url, from("198.51.100.7")));
	const origin = await allowOrigin(service, developer);
	const device = await deviceCookie(developer);
	const contested = toHex(randomBytes(20));
	const work = async (network: string, owner: Owner) => {
		const stopwatch = createStopwatch();
		await Promise.all([
			workAsDeveloper(developer, device, stopwatch, seconds),
			workAsClaimant(partnerAt(url, from(network)), contested, stopwatch, seconds),
			workAsOwner(partnerAt(url, from(network)), owner, stopwatch, seconds),
		]);
		return stopwatch;
	};
	const claimant = partnerAt(url, from("198.51.102.7"));
	const quiet = await work("192.0.2.9", await newOwner(claimant, service));
	const owner = await newOwner(claimant, service);
	const [before, nodeBefore] = [service.memory(), service.nodeRequests()];
	const target = { url, email: developer.email, origin, contested, owned: owner.path };
	const attackers = await startAttackers(target, only);
	let peak = before;
	const sampling = setInterval(() => {
		peak = Math.max(peak, service.memory());
	}, SAMPLE_EVERY_MS);
	const attacked = await work("203.0.113.9", owner).finally(() => clearInterval(sampling));
	const after = service.memory();
	const statuses = await attackers.stop();
	return {
		quiet,
		attacked,
		statuses,
		memory: { before, after, peak: Math.max(peak, after) },
		nodeRequests: service.nodeRequests() - nodeBefore,
	};
}

/** The page that attackers forge. */
async function allowOrigin({ url, makeReviewer }: SoakedService, developer: Developer): Promise<string> {
	const origin = "https://partner.example.com";
	const { originId } = await jsonOf<{ originId: string }>(developer.session.send("/origins", { origin }));
	const reviewer = await newDeveloper(partnerAt(url, from("198.51.101.7")));
	await makeReviewer(reviewer.developerId);
	const decision = { decision: "allow", reason: "The site of a partner." };
	await jsonOf(reviewer.session.send(`/review/origins/${originId}/decision`, decision));
	return origin;
}

/** What a browser sends that has logged in before (auth.md "Known devices"). */
async function deviceCookie({ email, session }: Developer): Promise<Headers> {
	const response = await session.send("/auth/login", { email, password: PASSWORD });
	const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(";")[0] ?? "");
	const device = cookies.find((cookie) => /^(__Host-)?device=/.test(cookie));
	if (device === undefined) throw new Error(`the login gave no device cookie: ${response.status}`);
	return { Cookie: device };
}

/** Starts the thread of the attackers. Resolves when the attacks have begun. */
async function startAttackers(target: Target, only: readonly string[] | undefined) {
	const thread = new Worker(join(import.meta.dirname, "attackers.ts"), {
		workerData: { target, only },
	});
	const message = async () => (await once(thread, "message"))[0];
	await message();
	thread.postMessage("begin");
	return {
		async stop(): Promise<StatusCounts> {
			thread.postMessage("end");
			const statuses: StatusCounts = await message();
			await thread.terminate();
			return statuses;
		},
	};
}
