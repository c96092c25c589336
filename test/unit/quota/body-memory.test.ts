/** Over 300 lines, because every test fills the same memory (auth.md "Request bodies"). */
import { beforeEach, describe, expect, it } from "vitest";
import { type BodyMemory, type BodySender, createBodyMemory } from "../../../src/quota/body-memory.ts";

const MEBIBYTE = 1024 * 1024;
/** Peak use of a form with a file of 10 MiB. */
const FORM = 20 * MEBIBYTE;

let time: number;
let memory: BodyMemory;
let senders = 0;
beforeEach(() => {
	time = 1_000_000;
	memory = createBodyMemory(() => time);
});

const newDeveloper = (network = `2001:db8:${++senders}::/48`): BodySender => ({
	kind: "account",
	id: `dev_${++senders}`,
	network,
});
const newStranger = (): BodySender => ({ kind: "network", id: `2001:db8:${++senders}::/48` });

function open(sender: BodySender, bytes = 0) {
	let dropped = 0;
	const body = memory.open(sender, () => dropped++);
	const full = body.take(bytes, true);
	return { ...body, full, dropped: () => dropped };
}

/** Lets the time pass in steps, while these bodies arrive at a pace. */
function pass(
	seconds: number,
	arriving: readonly { progress(bytes: number): void }[] = [],
	bytesPerSecond = MEBIBYTE,
) {
	for (let step = 0; step < seconds * 4; step++) {
		time += 250;
		for (const body of arriving) body.progress(bytesPerSecond / 4);
	}
}

describe("the memory for bodies", () => {
	it("takes bytes until it is full, and again after a release", () => {
		const bodies = [1, 2, 3, 4].map(() => open(newDeveloper(), FORM));
		expect(bodies.map(({ full }) => full)).toEqual(Array(4).fill(undefined));
		expect(open(newDeveloper(), FORM).full).toBe("service");
		expect(open(newDeveloper(), MEBIBYTE).full).toBeUndefined();
		bodies[0]?.release();
		bodies[0]?.release();
		expect(open(newDeveloper(), FORM).full).toBeUndefined();
		expect(open(newDeveloper(), FORM).full).toBe("service");
	});

	it("counts nothing for a body that was only announced", () => {
		for (let announced = 0; announced < 1_000; announced++) open(newStranger());
		expect(open(newStranger(), FORM).full).toBeUndefined();
	});

	it("gives one account and one network a share", () => {
		const [developer, stranger] = [newDeveloper(), newStranger()];
		expect([1, 2, 3].map(() => open(developer, FORM).full)).toEqual([undefined, undefined, "account"]);
		expect([1, 2].map(() => open(stranger, FORM).full)).toEqual([undefined, "network"]);
	});

	it("gives all developers of one network a share", () => {
		const [one, other] = [newDeveloper("203.0.113.0/24"), newDeveloper("203.0.113.0/24")];
		expect([one, other, other].map((sender) => open(sender, FORM).full)).toEqual([
			undefined,
			undefined,
			"network",
		]);
		expect(open({ kind: "network", id: "203.0.113.0/24" }, FORM).full).toBeUndefined();
		expect(open(newDeveloper(), FORM).full).toBeUndefined();
	});

	it("leaves memory for a developer, however many strangers send", () => {
		const full = [1, 2, 3].map(() => open(newStranger(), FORM).full);
		expect(full).toEqual([undefined, undefined, "strangers"]);
		expect(open(newDeveloper(), FORM).full).toBeUndefined();
	});
});

it("keeps a part of each share for the beginning of bodies", () => {
	const stranger = newStranger();
	const large = open(stranger, FORM);
	expect(large.take(5 * MEBIBYTE)).toBe("network");
	expect(large.take(4 * MEBIBYTE)).toBeUndefined();
	expect(Array.from({ length: 64 }, () => open(stranger, MEBIBYTE / 16).full)).toEqual(
		Array(64).fill(undefined),
	);
	expect(open(stranger, MEBIBYTE / 16).full).toBe("network");
});

it("takes the beginning of a body however many strangers' bodies wait for memory", () => {
	const bodies = Array.from({ length: 200 }, () => {
		const body = open(newStranger(), MEBIBYTE / 16);
		return { ...body, isWaiting: body.take(4 * MEBIBYTE) !== undefined };
	});
	expect(bodies.filter(({ full }) => full !== undefined)).toEqual([]);
	expect(bodies.filter(({ isWaiting }) => !isWaiting)).toHaveLength(12);
	const ended = bodies.filter((body) => body.endedBy() !== undefined);
	expect(ended.length).toBeGreaterThan(50);
	expect(ended.every(({ isWaiting }) => isWaiting)).toBe(true);
});

it("lets no beginning of a stranger's body end a developer's that waits", () => {
	const developers = [1, 2, 3].map(() => open(newDeveloper(), FORM));
	const waiting = open(newDeveloper(), FORM);
	for (const body of developers) body.complete();
	expect(waiting.take(MEBIBYTE)).toBe("service");
	expect(open(newStranger(), 6 * MEBIBYTE).full).toBe("service");
	expect(waiting.endedBy()).toBeUndefined();
});

describe("a full share", () => {
	it("ends a body that stalls, and drops its bytes", () => {
		const stranger = newStranger();
		const stalled = open(stranger, FORM);
		pass(1);
		expect(open(stranger, FORM).full).toBe("network");
		expect(stalled.endedBy()).toBeUndefined();
		pass(1);
		expect(open(stranger, FORM).full).toBeUndefined();
		expect([stalled.endedBy(), stalled.dropped()]).toEqual(["network", 1]);
		expect(stalled.take(1)).toBe("network");
	});

	it("ends a body that drips, also after a quick beginning", () => {
		const stranger = newStranger();
		const dripping = open(stranger, FORM);
		pass(10, [dripping]);
		expect(open(stranger, FORM).full).toBe("network");
		pass(5, [dripping], 1_000);
		expect(open(stranger, FORM).full).toBeUndefined();
		expect(dripping.endedBy()).toBe("network");
	});

	it("ends no body that arrives at a good pace, and none that is complete", () => {
		const stranger = newStranger();
		const arriving = open(stranger, FORM / 2);
		const complete = open(stranger, FORM / 2);
		complete.complete();
		pass(30, [arriving]);
		expect(open(stranger, FORM).full).toBe("network");
		expect([arriving.endedBy(), complete.endedBy()]).toEqual([undefined, undefined]);
	});

	it("ends no body that waits for memory itself", () => {
		const stranger = newStranger();
		const [first, second] = [open(stranger, FORM / 2), open(stranger, FORM / 2)];
		pass(1, [first, second]);
		expect(first.take(FORM / 2)).toBe("network");
		pass(5, [second]);
		first.progress(0);
		expect(second.take(FORM / 2)).toBe("network");
		expect([first.endedBy(), second.endedBy()]).toEqual([undefined, undefined]);
		second.release();
		expect(first.take(FORM / 2)).toBeUndefined();
		// A body that has just waited has time to arrive.
		pass(1);
		expect(open(stranger, FORM / 2).full).toBe("network");
		expect(first.endedBy()).toBeUndefined();
	});

	it("ends the largest slow body of the sender who uses most", () => {
		const [heavy, light] = [newStranger(), newStranger()];
		const lone = open(light, 20 * MEBIBYTE);
		const bodies = [5, 5, 5, 5, 6].map((size) => open(heavy, size * MEBIBYTE));
		pass(4, bodies.slice(1), 1_000);
		expect(open(newStranger(), 15 * MEBIBYTE).full).toBeUndefined();
		expect(bodies[4]?.endedBy()).toBe("strangers");
		expect([lone, ...bodies.slice(0, 4)].map((body) => body.endedBy())).toEqual(Array(5).fill(undefined));
	});

	it("ends no body of another share", () => {
		const [full, other] = [newStranger(), newStranger()];
		const stalled = open(other, FORM);
		const held = open(full, FORM);
		held.complete();
		pass(10);
		expect(open(full, FORM).full).toBe("network");
		expect(stalled.endedBy()).toBeUndefined();
	});

	it("lets a developer's small body in while strangers stall with all that they can hold", () => {
		const stalled = [1, 2].map(() => open(newStranger(), 28 * MEBIBYTE));
		const own = open(newDeveloper(), 28 * MEBIBYTE);
		own.complete();
		pass(2);
		expect(open(newDeveloper(), MEBIBYTE).full).toBeUndefined();
		expect(stalled.filter((body) => body.endedBy() === "service")).toHaveLength(1);
	});
});

describe("large bodies at a good pace", () => {
	const SMALL = MEBIBYTE;
	type Held = ReturnType<typeof open>;

	/** As the reader does: what does not fit is tried again four times a second, for five seconds. */
	function send(sender: BodySender, bytes: number, others: readonly Held[]) {
		const body = open(sender, MEBIBYTE / 16);
		if (body.full) return { ...body, seconds: Number.POSITIVE_INFINITY };
		for (let waits = 0; waits <= 20; waits++) {
			if (body.take(bytes) === undefined) return { ...body, seconds: waits / 4 };
			pass(0.25, others, 70_000);
		}
		return { ...body, seconds: Number.POSITIVE_INFINITY };
	}
	const ended = (bodies: readonly Held[]) => bodies.map((body) => body.endedBy());

	it("of two accounts let a small body of any other sender in within seconds", () => {
		for (const sender of [newDeveloper(), newStranger()]) {
			memory = createBodyMemory(() => time);
			const attackers = [newDeveloper(), newDeveloper()];
			const held = attackers.flatMap((attacker) => [open(attacker, FORM), open(attacker, FORM)]);
			pass(10, held, 70_000);
			expect(send(sender, SMALL, held).seconds).toBeLessThanOrEqual(2);
			expect(ended(held)).toEqual(["service", undefined, undefined, undefined]);
			expect(held[0]?.dropped()).toBe(1);
		}
	});

	it("of many accounts let a small body in, also of a developer in their own network", () => {
		const network = "203.0.113.0/24";
		const held = [1, 2].map(() => open(newDeveloper(network), FORM));
		held.push(open(newDeveloper(network), 2 * MEBIBYTE), open(newDeveloper(network), 3 * MEBIBYTE));
		pass(10, held, 70_000);
		expect(send(newDeveloper(network), SMALL, held).seconds).toBeLessThanOrEqual(2);
		expect(ended(held)).toEqual(["network", undefined, undefined, undefined]);
	});

	it("count together for all accounts of a network", () => {
		const lone = open(newDeveloper(), 24 * MEBIBYTE);
		const many = [1, 2, 3].map(() => open(newDeveloper("203.0.113.0/24"), 13 * MEBIBYTE));
		const held = [lone, ...many, open(newStranger(), 16 * MEBIBYTE)];
		pass(10, held, 70_000);
		expect(send(newDeveloper(), 2 * MEBIBYTE, held).seconds).toBeLessThanOrEqual(2);
		expect(ended(held)).toEqual([undefined, "service", undefined, undefined, undefined]);
	});

	it("let a body of several parts in, although others take what it sets free", () => {
		const attackers = [1, 2, 3, 4].map(() => newDeveloper());
		const held = attackers.map((attacker) => open(attacker, FORM));
		const small = open(newDeveloper(), MEBIBYTE / 16);
		let waits = 0;
		for (let part = 0; part < 5; part++) {
			while (small.take(SMALL / 2) !== undefined) {
				expect(waits++).toBeLessThan(20);
				pass(0.25, [...held, small], 70_000);
			}
			held.push(...attackers.map((attacker) => open(attacker, 19.5 * MEBIBYTE)));
		}
		expect(waits).toBeLessThanOrEqual(8);
	});

	it("are not ended while no small one waits, nor at once", () => {
		const held = [1, 2, 3, 4].map(() => open(newDeveloper(), FORM));
		pass(10, held, 70_000);
		const small = open(newDeveloper(), MEBIBYTE / 16);
		expect(small.take(SMALL)).toBe("service");
		pass(1.5, held, 70_000);
		expect(small.take(SMALL)).toBe("service");
		expect(ended(held)).toEqual(Array(4).fill(undefined));
	});

	it("do not end each other", () => {
		const held = [1, 2, 3, 4].map(() => open(newDeveloper(), FORM));
		pass(10, held, 70_000);
		expect(send(newDeveloper(), FORM, held).seconds).toBe(Number.POSITIVE_INFINITY);
		expect(ended(held)).toEqual(Array(4).fill(undefined));
	});

	it("give way at once to the beginning of a body, where its part is taken too", () => {
		const held = [1, 2, 3, 4].map(() => open(newDeveloper(), 21 * MEBIBYTE));
		expect(open(newDeveloper(), MEBIBYTE / 16).full).toBeUndefined();
		expect(ended(held)).toEqual(["service", undefined, undefined, undefined]);
	});

	it("of a developer who sends one are never ended for strangers", () => {
		const held = [1, 2, 3, 4].map(() => open(newDeveloper(), FORM));
		pass(10, held, 70_000);
		expect(send(newStranger(), SMALL, held).seconds).toBe(Number.POSITIVE_INFINITY);
		expect(ended(held)).toEqual(Array(4).fill(undefined));
	});
});

it("forgets a complete body of which nothing was heard for a minute", () => {
	const stranger = newStranger();
	open(stranger, FORM).complete();
	pass(50);
	expect(open(stranger, FORM).full).toBe("network");
	pass(15);
	expect(open(stranger, FORM).full).toBeUndefined();
});

it("keeps nothing of bodies that were released", () => {
	const stranger = newStranger();
	for (let round = 0; round < 1_000; round++) open(stranger, MEBIBYTE).release();
	expect(open(stranger, 28 * MEBIBYTE).full).toBeUndefined();
	expect(open(stranger, 1).full).toBe("network");
});

it("holds 130 slow bodies of one network within its share", () => {
	const stranger = newStranger();
	const bodies = Array.from({ length: 130 }, () => {
		pass(3);
		return open(stranger, 4 * MEBIBYTE);
	});
	expect(bodies.every(({ full }) => full === undefined)).toBe(true);
	expect(bodies.filter((body) => !body.endedBy())).toHaveLength(7);
});
