// webhooks.md "Retention".
// The circuit breaker of an endpoint, and when it is disabled. The tests move time in the object's storage.
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { eventually } from "../recovery/support.ts";
import { newEndpoint, newEvent, statuses, type TestEndpoint, timePasses } from "./support.ts";

const DAY_MS = 86_400_000;

describe("a failing endpoint", () => {
	async function brokenEndpoint() {
		const endpoint = await newEndpoint([{ status: 500 }]);
		await endpoint.enqueue(...Array.from({ length: 5 }, () => newEvent()));
		await eventually(async () => (await endpoint.received()).length === 5);
		await eventually(async () => (await endpoint.describe()).status === "failing");
		return endpoint;
	}

	it("holds deliveries back after five failures in a row, without using up attempts", async () => {
		const endpoint = await brokenEndpoint();
		await endpoint.enqueue(...Array.from({ length: 3 }, () => newEvent()));
		await endpoint.alarm();
		expect(await endpoint.received()).toHaveLength(5);
		const waiting = (await endpoint.deliveries()).filter(({ attempts }) => attempts.length === 0);
		expect(waiting.map(({ status }) => status)).toEqual(["waiting", "waiting", "waiting"]);
		const [{ probe } = { probe: 0 }] = await endpoint.sql(
			"SELECT json_extract(health, '$.probeAt') AS probe FROM endpoint",
		);
		expect(Number(probe) - Date.now()).toBeGreaterThan(3_000);
		expect(await endpoint.alarmAt()).toBeLessThanOrEqual(Number(probe) + 20_000);
	});

	it("probes with one delivery after doubled waits, and delivers all after a success", async () => {
		const endpoint = await brokenEndpoint();
		await endpoint.enqueue(newEvent(), newEvent());
		await endpoint.sql("UPDATE endpoint SET health = json_set(health, '$.probeAt', 1)");
		await endpoint.evict();
		await endpoint.alarmNow();
		await eventually(async () => (await endpoint.received()).length === 6);
		await eventually(async () => {
			const [row] = await endpoint.sql("SELECT json_extract(health, '$.probeWaitMs') AS wait FROM endpoint");
			return row?.wait === 10_000;
		});
		await endpoint.script([{}]);
		await endpoint.sql("UPDATE endpoint SET health = json_set(health, '$.probeAt', 1)");
		await endpoint.evict();
		await endpoint.alarmNow();
		await eventually(async () => (await statuses(endpoint)).every((status) => status === "delivered"));
		expect(await endpoint.describe()).toMatchObject({ status: "healthy", enabled: true });
	});

	it("probes within five seconds of a restart", async () => {
		const endpoint = await brokenEndpoint();
		await endpoint.sql("UPDATE endpoint SET health = json_set(health, '$.probeAt', ?)", Date.now() + DAY_MS);
		await endpoint.evict();
		await endpoint.describe();
		const [row] = await endpoint.sql("SELECT json_extract(health, '$.probeAt') AS probe FROM endpoint");
		expect(Number(row?.probe)).toBeLessThanOrEqual(Date.now() + 5_000);
	});

	it("sends a delivery that its owner requests past an open breaker", async () => {
		const endpoint = await brokenEndpoint();
		await endpoint.script([{}]);
		const { eventId = "" } = (await endpoint.deliveries())[0] ?? {};
		await endpoint.object.redeliver({ ...endpoint.owner(), eventId });
		await eventually(async () => (await statuses(endpoint)).every((status) => status === "delivered"));
	});

	it("disables an endpoint after five days and ten failed events, and skips what waits", async () => {
		const endpoint = await brokenEndpoint();
		await endpoint.sql(
			"UPDATE endpoint SET health = json_set(health, '$.failingSince', ?, '$.failedEvents', 10, '$.probeAt', 1)",
			Date.now() - 5 * DAY_MS,
		);
		await endpoint.evict();
		await endpoint.alarmNow();
		await timePasses(endpoint);
		await eventually(async () => (await endpoint.describe()).status === "disabled");
		expect(await endpoint.describe()).toMatchObject({ enabled: false, disabledReason: "failing" });
		expect(new Set(await statuses(endpoint))).toEqual(new Set(["skipped"]));
	});

	it("tells the developer by mail once when the service disables her endpoint, also if D1 was away, and never when she does", async () => {
		await env.DB.prepare(
			"INSERT INTO developers (developer_id, email, password_hash, role, created_at, email_confirmed_at) VALUES ('dev_of_the_tests', 'd@example.com', '-', 'developer', 1, 1)",
		).run();
		const mailed = async () => {
			const rows = await env.DB.prepare("SELECT facts FROM mails WHERE kind = 'endpoint_disabled'").all();
			return rows.results.map(({ facts }) => JSON.parse(String(facts)).endpointId);
		};
		const withMail = ({ object }: TestEndpoint, DB: D1Database = env.DB) =>
			runInDurableObject(object, (instance) => {
				const settings = {
					MAIL_SENDER: "resend",
					MAIL_FROM: "mail@replevin.test",
					RESEND_API_KEY: "re_12345678",
				};
				Object.assign(instance, { env: { ...env, ...settings, DB } });
			});
		const [gone, own] = [await newEndpoint([{ status: 410 }]), await newEndpoint()];
		await withMail(gone, { prepare: () => expect.fail("D1 is away") } as never);
		await gone.enqueue(newEvent());
		await eventually(async () => (await gone.describe()).disabledReason === "gone");
		await gone.alarmNow();
		expect(await mailed()).toEqual([]);
		await withMail(gone);
		await gone.alarmNow();
		await gone.alarmNow();
		expect(await mailed()).toEqual([gone.endpointId]);
		await withMail(own);
		await own.object.update({ ...own.owner(), enabled: false });
		await own.alarmNow();
		expect(await mailed()).toEqual([gone.endpointId]);
	});

	it("disables an endpoint that responds with 410, skips events and recovers them when it is enabled", async () => {
		const endpoint = await newEndpoint([{ status: 410 }]);
		await endpoint.enqueue(newEvent());
		await eventually(async () => (await endpoint.describe()).disabledReason === "gone");
		await endpoint.enqueue(newEvent());
		await endpoint.alarm();
		expect(await endpoint.received()).toHaveLength(1);
		expect(await statuses(endpoint)).toEqual(["skipped", "skipped"]);
		const all = { ...endpoint.owner(), since: 0, dryRun: true };
		expect(await endpoint.object.recover(all)).toEqual({ kind: "recovered", count: 2, hasMore: false });
		const recovered = await endpoint.object.recover({ ...all, dryRun: false });
		expect(recovered).toMatchObject({ ok: false, reason: "disabled" });
		await endpoint.script([{}]);
		await endpoint.object.update({ ...endpoint.owner(), enabled: true });
		expect(await endpoint.object.recover({ ...all, since: Date.now() + 1, dryRun: false })).toMatchObject({
			count: 0,
		});
		await endpoint.object.recover({ ...all, dryRun: false });
		await eventually(async () => (await statuses(endpoint)).every((status) => status === "delivered"));
	});
});
