// How much memory uploads may take: all together, of one caller, and of callers without a credential.
import { beforeEach, expect, it } from "vitest";
import { createUploadRoom, type UploadRoom } from "../../../src/quota/upload-memory.ts";

const MEBIBYTE = 1024 * 1024;
/** A form with a file of 10 MiB. */
const FORM = 20 * MEBIBYTE;
const JSON_BODY = 56 * MEBIBYTE;

let time: number;
let room: UploadRoom;
let callers = 0;
const anybody = () => ({ id: `dev_${++callers}`, isGuest: false });
const guest = (id = `192.0.2.${++callers}`) => ({ id, isGuest: true });
const isTaken = (answer: ReturnType<UploadRoom["take"]>) => typeof answer !== "string";

beforeEach(() => {
	time = 1;
	room = createUploadRoom(() => time);
});

it("takes uploads until the room is full, and again when one is over", () => {
	const places = [1, 2, 3, 4].map(() => room.take(FORM, anybody()));
	expect(places.every(isTaken)).toBe(true);
	expect(room.take(FORM, anybody())).toBe("full");
	expect(isTaken(room.take(MEBIBYTE, anybody()))).toBe(true);
	const [first] = places;
	if (typeof first === "object") first.release();
	expect(isTaken(room.take(FORM, anybody()))).toBe(true);
});

it("has room for the largest body there is, of whatever kind of caller", () => {
	expect(isTaken(room.take(JSON_BODY, guest()))).toBe(true);
	expect(room.take(JSON_BODY, anybody())).toBe("full");
	expect(isTaken(room.take(FORM, anybody()))).toBe(true);
});

it("gives one caller a part of it only", () => {
	const one = anybody();
	for (let upload = 0; upload < 3; upload++) expect(isTaken(room.take(FORM, one))).toBe(true);
	expect(room.take(FORM, one)).toBe("busy");
	expect(isTaken(room.take(FORM, anybody()))).toBe(true);
});

it("gives guests a part of it only, however many addresses they have", () => {
	for (let upload = 0; upload < 3; upload++) expect(isTaken(room.take(FORM, guest()))).toBe(true);
	expect(room.take(FORM, guest())).toBe("full");
	expect(isTaken(room.take(FORM, anybody()))).toBe(true);
});

it("forgets a place that nothing was heard of, and no other", () => {
	const [ended, going] = [1, 2].map(() => room.take(2 * FORM, anybody()));
	time += 50_000;
	if (typeof going === "object") going.renew();
	time += 20_000;
	expect(isTaken(room.take(2 * FORM, anybody()))).toBe(true);
	expect(room.take(2 * FORM, anybody())).toBe("full");
	if (typeof ended === "object") ended.release();
	expect(room.take(2 * FORM, anybody())).toBe("full");
});
