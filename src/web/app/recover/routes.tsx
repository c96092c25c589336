/** `/recover`: the check, then five steps at one address. Each posts the whole draft, because the server keeps none. */
import type { Hono } from "hono";
import { readLanguage } from "../../../kernel/languages.ts";
import { checkPage } from "../check/routes.tsx";
import { networkText } from "../core/format.tsx";
import { type Form, readForm } from "../core/forms.ts";
import { issuedElsewhere } from "../core/issued-tokens.ts";
import { useLanguage } from "../core/language.ts";
import type { PageContext, PageEnv } from "../core/page-env.ts";
import type { Problem } from "../core/problems.ts";
import { sessionToken } from "../core/sessions.ts";
import { walletAddress } from "../core/wallet.ts";
import { isLocked, throughLink } from "../links/started-link.ts";
import { carriedDraft, type Draft, lostProblems, readDraft } from "./draft.ts";
import { type Edited, editTransactions } from "./edit-transactions.ts";
import { STEPS, type Step, stepOf } from "./frame.tsx";
import { withHeld, withHoldings } from "./holdings.tsx";
import { hasOtherAccount, isExpected, prefilledDraft, restored, withLocks } from "./linked.ts";
import { lostPage } from "./lost.tsx";
import { addressProblem, tokenIn } from "./make-call.ts";
import { nextPage } from "./next.tsx";
import { readPage } from "./read.tsx";
import { signPage } from "./sign.tsx";
import { withTokens } from "./tokens.ts";
import { whatPage } from "./what.tsx";
import { whoPage } from "./who.tsx";

export function mountRecover(pages: Hono<PageEnv>): void {
	pages.get("/recover", (c) => {
		const [link, checked, step] = ["link", "checked", "step"].map((name) => c.req.query(name));
		const isChecked = link ?? checked ?? step ?? sessionToken(c, "wallet");
		if (isChecked === undefined) return checkPage(c);
		const draft = carriedDraft((name) => c.req.query(name));
		return throughLink(c, "recovery", () => openStep(c, step, prefilledDraft(c, draft)));
	});
	pages.get("/recover/check", checkPage);
	pages.post("/recover", (c) => throughLink(c, "recovery", async () => respond(c, await readForm(c))));
	pages.get("/recover/next/:caseId", nextPage);
}

/** The later steps need a draft, which only the browser has: its script sends it (hosted-app.md "Recovering"). */
function openStep(c: PageContext, step: string | undefined, draft: Draft): Promise<Response> {
	if (step === undefined || stepOf(step) !== "lost") {
		if (step !== undefined) walletAddress(c);
		return whoPage(c, draft);
	}
	return isExpected(c) ? lostPage(c, draft) : whoPage(c, draft);
}

/** The button that changes the language belongs to the step's form, so that nothing typed is lost. */
function switchesLanguage(c: PageContext, form: Form): boolean {
	const language = readLanguage(form.text("language"));
	if (language !== undefined) useLanguage(c, language);
	return language !== undefined;
}

/** With the facts of the token that is typed, whose decimals its amount needs. */
async function withTypedToken(c: PageContext, draft: Draft, form: Form): Promise<Draft> {
	const token = tokenIn(form);
	return addressProblem(token, c.get("copy")) === undefined ? withTokens(c, draft, [token]) : draft;
}

async function respond(c: PageContext, form: Form): Promise<Response> {
	const draft = withLocks(c, readDraft(form));
	const step = stepOf(form.text("step"));
	const act = form.text("act");
	const isSwitched = switchesLanguage(c, form);
	if (hasOtherAccount(c)) return whoPage(c, draft);
	// Typed fields are shown again as they were: in the other language, or after an interruption.
	if (isSwitched || form.text("go") === "resume") {
		return showStep(c, step === "sign" ? "read" : step, draft, form);
	}
	if (step === "what" && act.startsWith("hold") && !isLocked(c, "transactions"))
		return holdingsPage(c, draft, act, form);
	if (act === "several-keys") return whatPage(c, { ...draft, kind: "" }, { form });
	if (step === "what" && act !== "") {
		const told = await withTypedToken(c, draft, form);
		const { txs, stated, ...rest } = edited(c, told, act, form);
		return whatPage(c, { ...told, txs, stated }, { form, ...rest });
	}
	const goal = stepOf(form.text("go"));
	return STEPS.indexOf(goal) <= STEPS.indexOf(step) && goal !== "sign"
		? showStep(c, goal, draft, form)
		: forward(c, goal, draft, form);
}

/** @param act `holdings`, or `hold:` and what of them is listed */
async function holdingsPage(c: PageContext, draft: Draft, act: string, form: Form): Promise<Response> {
	if (act === "holdings") {
		const told = await withHoldings(c, draft);
		return typeof told === "string"
			? whatPage(c, draft, { form, refused: told })
			: whatPage(c, told, { form });
	}
	const listed = withHeld(draft, act.replace("hold:", ""), walletAddress(c));
	if (listed) return whatPage(c, listed, { form });
	const { tooMany } = c.get("copy").recover.problems;
	return whatPage(c, draft, { form, problems: [{ field: "add", text: tooMany }] });
}

/** Of locked transactions each can be removed, and all can be listed again. */
function edited(c: PageContext, draft: Draft, act: string, form: Form): Edited {
	const asItWas = { ...draft, problems: [], added: [] };
	if (act === "restore") return { ...asItWas, txs: [...restored(c, draft.txs)] };
	const isAllowed = !isLocked(c, "transactions") || act.startsWith("remove:");
	return isAllowed ? editTransactions(draft, act, form, c.get("copy")) : asItWas;
}

/** Adds what is filled in on the step of transactions, and stops at the first step that is not complete. */
async function forward(c: PageContext, goal: Step, typed: Draft, form: Form): Promise<Response> {
	const { recover } = c.get("copy");
	const isWhat = stepOf(form.text("step")) === "what";
	const told = isWhat ? await withTypedToken(c, typed, form) : typed;
	const added = isWhat ? edited(c, told, "add", form) : { ...told, problems: [] };
	const { txs, stated, problems: inTyped } = added;
	const draft = { ...told, txs, stated };
	if (STEPS.indexOf(goal) > STEPS.indexOf("lost")) {
		const problems = lostProblems(draft, walletAddress(c), c.get("copy"));
		if (problems.length > 0) return lostPage(c, draft, problems);
	}
	if (STEPS.indexOf(goal) > STEPS.indexOf("what")) {
		if (inTyped.length > 0) return whatPage(c, draft, { form, problems: inTyped });
		const none = [{ field: "add", text: recover.problems.none }];
		if (txs.length === 0) return whatPage(c, draft, { form, problems: none });
		const problems = networkProblems(c, draft);
		if (problems.length > 0) return whatPage(c, draft, { form, problems });
	}
	return showStep(c, goal, draft, form);
}

/** The network may have been changed after a token was listed. */
function networkProblems(c: PageContext, { txs, chainId }: Draft): Problem[] {
	const { elsewhere } = c.get("copy").recover.problems;
	return txs.flatMap(({ dest }, at) => {
		const token = issuedElsewhere(Number(chainId), dest);
		if (token === undefined) return [];
		return [{ field: "add", text: elsewhere(at + 1, token.symbol, networkText(c, token.chainId)) }];
	});
}

function showStep(c: PageContext, step: Step, draft: Draft, form: Form): Response | Promise<Response> {
	switch (step) {
		case "who":
			return whoPage(c, draft);
		case "lost":
			return lostPage(c, draft);
		case "what":
			return whatPage(c, draft, step === stepOf(form.text("step")) ? { form } : {});
		case "read":
			// The lost account, too: the page warns if it is no contract.
			return withTokens(c, draft, [draft.lostAccount]).then((told) =>
				readPage(c, told, { ticks: form.all("tick") }),
			);
		case "sign":
			return signPage(c, draft, form);
	}
}
