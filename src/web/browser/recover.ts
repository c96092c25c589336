/** Says in words what the transaction does that is being typed on `/recover`, by the rules of the pages themselves. */
import type { Call } from "../../protocol/intent.ts";
import type { Copy } from "../app/copy/copy.ts";
import { issuedToken } from "../app/core/issued-tokens.ts";
import { KINDS, makeCall, tokenIn } from "../app/recover/make-call.ts";
import { callInWords } from "../app/words/call-words.ts";

const { lang } = document.documentElement;
const { acts }: Pick<Copy, "acts"> = await import(`../app/copy/${lang}/acts.ts`);
const { recover }: Pick<Copy, "recover"> = await import(`../app/copy/${lang}/recover.ts`);
const copy = { acts, recover };

function inWords(call: Call, stated: number | undefined, chainId: number): string {
	const { sentence, smallPrint } = callInWords(call, copy, { stated, isOwn: true, chainId });
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
		const issued = issuedToken(Number(chainId), tokenIn({ text }));
		const known = issued ? ({ decimals: issued.decimals, by: "list" } as const) : null;
		const made = makeCall(kind, { text }, copy, known);
		words.textContent = "call" in made ? inWords(made.call, made.decimals, Number(chainId)) : "";
		words.hidden = words.textContent === "";
	};
	section.addEventListener("input", say);
	say();
}
