/** `/recover`: five steps at one address. Each posts the whole draft, because the server keeps none. */
import type { Hono } from "hono";
import { type Form, readForm } from "../core/forms.ts";
import type { PageContext, PageEnv } from "../core/page-env.ts";
import { walletAddress } from "../core/wallet.ts";
import { type Draft, emptyDraft, lostProblems, readDraft } from "./draft.ts";
import { editTransactions } from "./edit-transactions.ts";
import { STEPS, type Step, stepOf } from "./frame.tsx";
import { lostPage } from "./lost.tsx";
import { nextPage } from "./next.tsx";
import { readPage } from "./read.tsx";
import { signPage } from "./sign.tsx";
import { whatPage } from "./what.tsx";
import { whoPage } from "./who.tsx";

export function mountRecover(pages: Hono<PageEnv>): void {
	pages.get("/recover", (c) =>
		whoPage(c, emptyDraft(c.req.query("reason") === "deceased" ? "inheritance" : "")),
	);
	pages.post("/recover", async (c) => respond(c, await readForm(c)));
	pages.get("/recover/next/:caseId", nextPage);
}

function respond(c: PageContext, form: Form): Response | Promise<Response> {
	const draft = readDraft(form);
	const step = stepOf(form.text("step"));
	const act = form.text("act");
	// The fields of a form that was interrupted are shown again as they were.
	if (form.text("go") === "resume") return show(c, step === "sign" ? "read" : step, draft, form);
	if (step === "what" && act !== "") {
		const { txs, problems } = editTransactions(draft, act, form, c.get("copy"));
		const hasProblems = Object.keys(problems).length > 0;
		return whatPage(c, { ...draft, txs }, hasProblems ? { form, problems } : {});
	}
	const goal = stepOf(form.text("go"));
	return STEPS.indexOf(goal) <= STEPS.indexOf(step) && goal !== "sign"
		? show(c, goal, draft, form)
		: forward(c, goal, draft, form);
}

/** Stops at the first step that is not complete. */
function forward(c: PageContext, goal: Step, draft: Draft, form: Form): Response | Promise<Response> {
	const { recover } = c.get("copy");
	if (STEPS.indexOf(goal) > STEPS.indexOf("lost")) {
		const problems = lostProblems(draft, walletAddress(c), c.get("copy"));
		if (Object.keys(problems).length > 0) return lostPage(c, draft, problems);
	}
	if (STEPS.indexOf(goal) > STEPS.indexOf("what") && draft.txs.length === 0) {
		return whatPage(c, draft, { problems: { add: recover.problems.none } });
	}
	return show(c, goal, draft, form);
}

function show(c: PageContext, step: Step, draft: Draft, form: Form): Response | Promise<Response> {
	switch (step) {
		case "who":
			return whoPage(c, draft);
		case "lost":
			return lostPage(c, draft);
		case "what":
			return whatPage(c, draft, form.text("go") === "resume" ? { form } : {});
		case "read":
			return readPage(c, draft, { ticks: form.all("tick") });
		case "sign":
			return signPage(c, draft, form);
	}
}
