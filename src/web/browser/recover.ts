/** Says in words what the transaction does that is being typed on `/recover`, by the rules of the pages themselves. */
import type { Call } from "../../protocol/intent.ts";
import { acts as englishActs } from "../app/copy/en/acts.ts";
import { recover as english } from "../app/copy/en/recover.ts";
import { acts as spanishActs } from "../app/copy/es/acts.ts";
import { recover as spanish } from "../app/copy/es/recover.ts";
import { coinOf } from "../app/core/chains.ts";
import { KINDS, makeCall } from "../app/recover/make-call.ts";
import { callInWords } from "../app/words/call-words.ts";

const copy =
	document.documentElement.lang === "es"
		? { acts: spanishActs, recover: spanish }
		: { acts: englishActs, recover: english };

function inWords(call: Call, stated: number | undefined, coin: string | undefined): string {
	const { sentence, smallPrint } = callInWords(call, copy, { stated, isOwn: true, coin });
	return [sentence, ...smallPrint].join(" ");
}

for (const kind of KINDS) {
	const section = document.querySelector<HTMLElement>(`[data-adding="${kind}"]`);
	const words = section?.querySelector<HTMLElement>("[data-words]");
	const form = section?.closest("form");
	if (!section || !words || !form) continue;
	const { chainId }: { chainId?: string } = JSON.parse(String(new FormData(form).get("draft") ?? "{}"));
	const say = () => {
		const fields = new FormData(form);
		const text = (name: string) => String(fields.get(name) ?? "").trim();
		const made = makeCall(kind, { text }, copy);
		words.textContent = "call" in made ? inWords(made.call, made.decimals, coinOf(Number(chainId))) : "";
		words.hidden = words.textContent === "";
	};
	section.addEventListener("input", say);
	say();
}
