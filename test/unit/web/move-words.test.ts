// hosted-app.md "Cases".
import { expect, test } from "vitest";
import { en } from "../../../src/web/app/copy/en/index.ts";
import { es } from "../../../src/web/app/copy/es/index.ts";
import { moveInWords } from "../../../src/web/app/words/move-words.ts";

test("an act of somebody names who did it", () => {
	expect(moveInWords("reviewer:dev_1", "verify_order", en)).toBe(
		"a reviewer said that the court confirmed the order",
	);
	expect(moveInWords("recovery_account", "create", es)).toBe("la cuenta que recibe presentó el caso");
});

test("what nobody decided has no actor", () => {
	expect(moveInWords("chain", "prove_execution", en)).toBe("the transactions were seen on the network");
	expect(moveInWords("clock", "expire", es)).toBe("acabó el plazo para la resolución judicial");
});

test("every move has words in every language", () => {
	for (const copy of [en, es]) {
		for (const move of Object.keys(copy.verify.moves)) {
			expect(moveInWords("reviewer", move, copy)).toMatch(/^\p{Lowercase}[\p{L} ]+$/u);
		}
	}
});
