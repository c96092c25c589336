/** What `npm run demo` writes to a terminal, and to a file (demo.md "The command"). */
import { expect, it } from "vitest";
import { type Ending, endingLines } from "../../../scripts/demo/ending.ts";
import { createNarrator, painterFor } from "../../../scripts/demo/narrator.ts";

function narrate({ columns, hasColours = false }: { columns?: number; hasColours?: boolean } = {}) {
	const written: string[] = [];
	let time = 0;
	const output = { columns, hasColours, write: (text: string) => void written.push(text) };
	const narrator = createNarrator(
		output,
		async () => {},
		() => 1234 * time++,
	);
	return { narrator, text: () => written.join("") };
}

it("writes whole lines only, without colours, where nobody can write over a line", async () => {
	const { narrator, text } = narrate();
	narrator.chapter(1, "The claim");
	await narrator.step("Filing", async () => {});
	await narrator.step(
		"Signing",
		async () => "rc_1",
		(id) => ({ text: "Signed", details: [`case ${id}`] }),
	);
	expect(text()).toBe("\n1. The claim\n  ✓ Filing (1.2 s)\n  ✓ Signed (1.2 s)\n    case rc_1\n");
});

it("shows on a terminal that a step is under way, and writes over that line", async () => {
	const { narrator, text } = narrate({ columns: 80 });
	await narrator.step("Filing", async () => expect(text()).toBe("  … Filing"));
	expect(text()).toBe("  … Filing\r\u001b[2K  ✓ Filing (1.2 s)\n");
});

it("cuts the line of a step under way where it would wrap", async () => {
	const { narrator, text } = narrate({ columns: 10 });
	await narrator.step("Filing the case", async () => expect(text()).toBe("  … Filin"));
	expect(text()).toContain("  ✓ Filing the case (1.2 s)");
});

it("tells what comes in during a step behind the step, and at once otherwise", async () => {
	const { narrator, text } = narrate();
	await narrator.step("Filing", async () => narrator.aside("a webhook"));
	narrator.aside("another", "with details");
	expect(text()).toBe("  ✓ Filing (1.2 s)\n    ↳ a webhook\n    ↳ another\n      with details\n");
});

it("marks the step that fails, and passes its error on", async () => {
	const { narrator, text } = narrate();
	const failing = narrator.step("Filing", async () => {
		throw new Error("no");
	});
	await expect(failing).rejects.toThrow("no");
	expect(text()).toBe("  ✗ Filing\n");
});

it("colours its marks only where colours are wanted", async () => {
	const coloured = narrate({ hasColours: true });
	await coloured.narrator.step("Filing", async () => {});
	expect(coloured.text()).toContain("\u001b[32m✓");
	expect(painterFor({ hasColours: false })("bold", "plain")).toBe("plain");
});

it("aligns what it prints at the end, however long a label is", () => {
	const ending: Ending = {
		seconds: 12.4,
		shopUrl: "http://127.0.0.1:8790",
		serviceUrl: "http://localhost:8787",
		caseId: "rc_1",
		evidenceUrl: "http://localhost:8787/verify#token",
		evidenceFile: "/tmp/evidence.json",
		linkUrl: "http://localhost:8787/l/token",
		developer: { email: "shop@example.com", password: "Demo-1" },
		reviewer: { email: "reviewer@example.com", password: "Demo-2" },
		wallet: { privateKey: "0x11", rpcUrl: "http://127.0.0.1:8545", chainId: 31_337 },
	};
	const lines = endingLines(ending, (_, text) => text);
	expect(lines[1]).toBe("Done in 12 seconds. Everything keeps running until you press Ctrl-C.");
	const rows = lines.filter((line) => /^ {2}[A-Z]/.test(line));
	expect(rows.length).toBeGreaterThan(10);
	// Two spaces, the label and its padding, and then the value.
	for (const row of rows) expect(row).toMatch(/^ {2}.{22} {2}\S/);
	for (const value of ["Demo-1", "Demo-2", "0x11", "31337", "http://localhost:8787/cases/rc_1"])
		expect(lines.join("\n")).toContain(value);
});
