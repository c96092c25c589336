/** What `npm run demo` writes to a terminal, and to a file (demo.md "The command"). */
import { expect, it } from "vitest";
import { createNarrator } from "../../../scripts/demo/narrator.ts";

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
