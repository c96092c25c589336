// mail.md "By the clock": the reviewers' digest and overdue work, and the operator's alerts, with the platform's binding.
import { env } from "cloudflare:workers";
import { beforeEach, expect, it } from "vitest";
import { configOf } from "../../../src/config/config.ts";
import { continueClockMails, continueMails } from "../../../src/mail/wire.ts";
import { newReviewer } from "../../support/auth/accounts.ts";
import { captureMail } from "../../support/service/captured-mail.ts";
import { pending } from "../recovery/review-support.ts";
import { newPartner } from "../recovery/support.ts";

const HOUR_MS = 3600 * 1000;
const DAY_MS = 24 * HOUR_MS;
const OPERATOR = "operator@example.com";

const { sent, settingsWith, subjectsTo, clear } = captureMail();
const newSettings = (more: Record<string, string> = {}) => settingsWith({ ALERTS_TO: OPERATOR, ...more });
const settings = newSettings();

beforeEach(async () => {
	clear();
	await env.DB.batch(
		["mails", "mail_opt_outs", "recovery_cases", "developers"].map((table) =>
			env.DB.prepare(`DELETE FROM ${table}`),
		),
	);
});

/** What is done within a minute. */
async function aMinute(now: number, of = settings): Promise<void> {
	await continueClockMails(now, of, configOf(of));
	await continueMails(now, of, configOf(of));
}

async function confirmedReviewer() {
	const reviewer = await newReviewer();
	await env.DB.prepare("UPDATE developers SET email_confirmed_at = 1 WHERE developer_id = ?")
		.bind(reviewer.developerId)
		.run();
	return reviewer;
}

/** A Monday next week, at this time in UTC. */
function nextMonday(hours: number): number {
	const today = new Date().setUTCHours(0, 0, 0, 0);
	const days = 7 + ((8 - new Date(today).getUTCDay()) % 7);
	return today + days * DAY_MS + hours * HOUR_MS;
}

it("a reviewer gets one digest a working day, however often the clock runs, and also hours late", async () => {
	const { email, developerId } = await confirmedReviewer();
	const { email: unconfirmed } = await newReviewer();
	await pending(await newPartner());
	const calm = newSettings({ REVIEW_OVERDUE_HOURS: "8760" });
	const monday = nextMonday(0);
	await aMinute(monday + 6.9 * HOUR_MS, calm);
	expect(subjectsTo(email)).toEqual([]);
	await Promise.all(Array.from({ length: 4 }, () => aMinute(monday + 11 * HOUR_MS, calm)));
	await aMinute(monday + 20 * HOUR_MS, calm);
	expect(subjectsTo(email)).toEqual(["What waits for reviewers today"]);
	expect(sent[0]?.text).toContain("Cases: 1");
	expect(sent[0]?.headers["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
	// A week has five.
	for (let day = 1; day < 7; day++) await aMinute(monday + day * DAY_MS + 8 * HOUR_MS, calm);
	expect(subjectsTo(email)).toHaveLength(5);
	await env.DB.prepare("INSERT INTO mail_opt_outs (recipient, kind) VALUES (?, 'review_digest')")
		.bind(developerId)
		.run();
	await aMinute(monday + 7 * DAY_MS + 8 * HOUR_MS, calm);
	expect(subjectsTo(email)).toHaveLength(5);
	expect(subjectsTo(unconfirmed)).toEqual([]);
});

it("a reviewer hears at once of each thing that waits for too long, once, and at most once an hour", async () => {
	const { email } = await confirmedReviewer();
	const never = newSettings({ REVIEW_DIGEST_HOUR: "never" });
	const by = await newPartner();
	const { caseId } = await pending(by);
	await pending(by);
	const now = Date.now() + DAY_MS;
	const waitsFor = (hours: number) =>
		env.DB.prepare("UPDATE recovery_cases SET updated_at = ? WHERE case_id = ?")
			.bind(now - hours * HOUR_MS, caseId)
			.run();
	await waitsFor(71.9);
	await aMinute(now, never);
	expect(subjectsTo(email)).toEqual([]);
	await waitsFor(72);
	for (let at = 0; at < 3; at++) await aMinute(now + at * 60_000, never);
	await aMinute(now + 2 * HOUR_MS, never);
	expect(subjectsTo(email)).toEqual(["Something has waited too long for a reviewer"]);
	expect(sent[0]?.text).toContain("Cases: 1");
	// The second case gets too old.
	await aMinute(now + 80 * HOUR_MS, never);
	expect(subjectsTo(email)).toHaveLength(2);
});

it("the operator hears of dead letters, of a job that does not end, and of an evidence key near its end", async () => {
	const now = Date.now();
	const keys = JSON.parse(String(env.EVIDENCE_SIGNING_KEYS));
	const [first, ...others] = keys.keys;
	const withEnd = (days: number) =>
		newSettings({
			EVIDENCE_SIGNING_KEYS: JSON.stringify({
				keys: [{ ...first, exp: Math.floor((now + days * DAY_MS) / 1000) }, ...others],
			}),
		});
	const good = withEnd(31);
	await aMinute(now, good);
	expect(sent).toEqual([]);
	const letter = (id: string, at: number) =>
		env.DB.prepare(
			"INSERT INTO dead_letters (dead_letter_id, message_id, body, sent_at, received_at) VALUES (?1, ?1, '{}', ?2, ?2)",
		).bind(id, at);
	await env.DB.batch([
		letter("dl_1", now),
		letter("dl_2", now),
		env.DB.prepare(
			"INSERT INTO maintenance_jobs (job_id, kind, requested_at) VALUES ('job_old', 'reseal', ?)",
		).bind(now - 25 * HOUR_MS),
	]);
	await Promise.all([aMinute(now, good), aMinute(now, good)]);
	await aMinute(now + 2 * HOUR_MS, good);
	expect(subjectsTo(OPERATOR).sort()).toEqual([
		"A maintenance job does not end",
		"Events could not be delivered",
	]);
	await letter("dl_3", now + 3 * HOUR_MS).run();
	await aMinute(now + 3 * HOUR_MS, withEnd(29));
	await aMinute(now + 4 * HOUR_MS, withEnd(29));
	expect(subjectsTo(OPERATOR).slice(2).sort()).toEqual([
		"Events could not be delivered",
		"The key that signs evidence should be replaced",
	]);
	await env.DB.prepare("DELETE FROM maintenance_jobs").run();
	await env.DB.prepare("DELETE FROM dead_letters").run();
});

it("every reviewer hears at once, and once, of an approved recovery that must be stopped on its chain", async () => {
	const { email } = await confirmedReviewer();
	const never = newSettings({ REVIEW_DIGEST_HOUR: "never", REVIEW_OVERDUE_HOURS: "8760" });
	const { caseId } = await pending(await newPartner());
	const now = Date.now();
	await aMinute(now, never);
	const stopUntil = (time: number) =>
		env.DB.prepare("UPDATE recovery_cases SET stop_until = ? WHERE case_id = ?").bind(time, caseId).run();
	await stopUntil(now + 3 * DAY_MS);
	await Promise.all(Array.from({ length: 3 }, () => aMinute(now, never)));
	await aMinute(now + DAY_MS, never);
	expect(subjectsTo(email)).toEqual(["Stop a recovery on its network"]);
	expect(sent[0]?.text).toContain(`/review/cases/${caseId}`);
	// Another approval is signed, and then the time of both is over.
	await stopUntil(now + 5 * DAY_MS);
	await aMinute(now + DAY_MS, never);
	await aMinute(now + 6 * DAY_MS, never);
	expect(subjectsTo(email)).toHaveLength(2);
});
