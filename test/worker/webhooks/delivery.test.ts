import { expect, it } from "vitest";
import { eventually } from "../recovery/support.ts";
import { newEndpoint, newEvent } from "./support.ts";

it("delivers", async () => {
	const endpoint = await newEndpoint();
	const event = newEvent();
	expect(await endpoint.enqueue(event)).toEqual({ kind: "taken" });
	await eventually(async () => (await endpoint.received()).length === 1);
	await eventually(async () => (await endpoint.deliveries())[0]?.status === "delivered");
	console.log(
		JSON.stringify(
			[
				await endpoint.received(),
				await endpoint.deliveries(),
				await endpoint.describe(),
				await endpoint.alarmAt(),
			],
			null,
			1,
		),
	);
});
