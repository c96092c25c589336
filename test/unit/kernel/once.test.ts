// quality.md "Size and start".
import { describe, expect, it, vi } from "vitest";
import { lazy } from "../../../src/kernel/once.ts";

describe("lazy", () => {
	it("makes nothing before the first call, and the same for every call", () => {
		const make = vi.fn(() => ({}));
		const made = lazy(make);
		expect(make).not.toHaveBeenCalled();
		expect(made()).toBe(made());
		expect(make).toHaveBeenCalledTimes(1);
	});

	it("makes `undefined` once too", () => {
		const make = vi.fn(() => undefined);
		const made = lazy(make);
		made();
		made();
		expect(make).toHaveBeenCalledTimes(1);
	});

	it("tries again after it has failed", () => {
		const make = vi
			.fn(() => 1)
			.mockImplementationOnce(() => {
				throw new Error("not yet");
			});
		const made = lazy(make);
		expect(made).toThrow("not yet");
		expect(made()).toBe(1);
	});
});
