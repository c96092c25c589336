import { beforeEach, expect, it } from "vitest";
import { createUploadMemory, type UploadMemory } from "../../../src/quota/upload-memory.ts";

const MEBIBYTE = 1024 * 1024;
/** Peak use of a form with a file of 10 MiB. */
const FORM = 20 * MEBIBYTE;
/** Peak use of the same file as JSON. */
const JSON_BODY = 56 * MEBIBYTE;

let time: number;
let memory: UploadMemory;
let callers = 0;
const newDeveloper = () => ({ id: `dev_${++callers}`, isGuest: false });
const newGuest = () => ({ id: `192.0.2.${++callers}`, isGuest: true });
const isReserved = (result: ReturnType<UploadMemory["reserve"]>) => typeof result !== "string";

beforeEach(() => {
	time = 1;
	memory = createUploadMemory(() => time);
});

it("admits uploads until the budget is used up, and again after a release", () => {
	const reservations = [1, 2, 3, 4].map(() => memory.reserve(FORM, newDeveloper()));
	expect(reservations.every(isReserved)).toBe(true);
	expect(memory.reserve(FORM, newDeveloper())).toBe("full");
	expect(isReserved(memory.reserve(MEBIBYTE, newDeveloper()))).toBe(true);
	const [first] = reservations;
	if (typeof first === "object") first.release();
	expect(isReserved(memory.reserve(FORM, newDeveloper()))).toBe(true);
});

it("fits the largest possible body of a guest or of a developer", () => {
	expect(isReserved(memory.reserve(JSON_BODY, newGuest()))).toBe(true);
	expect(memory.reserve(JSON_BODY, newDeveloper())).toBe("full");
	expect(isReserved(memory.reserve(FORM, newDeveloper()))).toBe(true);
});

it("limits one caller to a share of the budget", () => {
	const caller = newDeveloper();
	for (let upload = 0; upload < 3; upload++) expect(isReserved(memory.reserve(FORM, caller))).toBe(true);
	expect(memory.reserve(FORM, caller)).toBe("busy");
	expect(isReserved(memory.reserve(FORM, newDeveloper()))).toBe(true);
});

it("limits all guests together to a share of the budget, whatever their addresses", () => {
	for (let upload = 0; upload < 3; upload++) expect(isReserved(memory.reserve(FORM, newGuest()))).toBe(true);
	expect(memory.reserve(FORM, newGuest())).toBe("full");
	expect(isReserved(memory.reserve(FORM, newDeveloper()))).toBe(true);
});

it("drops a reservation without progress, and keeps one that was renewed", () => {
	const [stale, renewed] = [1, 2].map(() => memory.reserve(2 * FORM, newDeveloper()));
	time += 50_000;
	if (typeof renewed === "object") renewed.renew();
	time += 20_000;
	expect(isReserved(memory.reserve(2 * FORM, newDeveloper()))).toBe(true);
	expect(memory.reserve(2 * FORM, newDeveloper())).toBe("full");
	if (typeof stale === "object") stale.release();
	expect(memory.reserve(2 * FORM, newDeveloper())).toBe("full");
});
