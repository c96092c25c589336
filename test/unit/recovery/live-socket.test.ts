// recovery.md "Live updates".
import { describe, expect, it } from "vitest";
import { exceededLimit, LIVE_LIMITS } from "../../../src/recovery/live/live-socket.ts";

const sockets = (count: number, viewer: string, perSession = LIVE_LIMITS.session) =>
	Array.from({ length: count }, (_, at) => ({
		sessionId: `${viewer}/${Math.floor(at / perSession)}`,
		viewer,
	}));

describe("the limits of a case's live sockets", () => {
	it("are forty for an account or wallet, however many sessions it opens", () => {
		const next = { sessionId: "wallet:1/new", viewer: "wallet:1" };
		expect(exceededLimit(sockets(39, "wallet:1"), next)).toBeUndefined();
		expect(exceededLimit(sockets(40, "wallet:1"), next)).toBe("viewer");
		expect(exceededLimit(sockets(40, "wallet:1"), { sessionId: "s", viewer: "wallet:2" })).toBeUndefined();
	});

	it("are two hundred for a case", () => {
		const full = ["a", "b", "c", "d", "e"].flatMap((viewer) => sockets(40, viewer));
		expect(exceededLimit(full.slice(1), { sessionId: "s", viewer: "f" })).toBeUndefined();
		expect(exceededLimit(full, { sessionId: "s", viewer: "f" })).toBe("case");
	});
});
