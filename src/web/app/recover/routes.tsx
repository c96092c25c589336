/** `/recover`: five steps at one address. Each posts the whole draft, because the server keeps none. */
import type { Hono } from "hono";
import { type Form, readForm } from "../core/forms.ts";
import type { PageContext, PageEnv } from "../core/page-env.ts";
import { walletAddress } from "../core/wallet.ts";
import { isLocked, throughLink } from "../links/started-link.ts";
import { type Draft, emptyDraft, lostProblems, readDraft } from "./draft.ts";
import { type Edited, editTransactions } from "./edit-transactions.ts";
import { STEPS, type Step, stepOf } from "./frame.tsx";
import { hasOtherAccount, prefilledDraft, restored, withLocks } from "./linked.ts";
import { lostPage } from "./lost.tsx";
import { nextPage } from "./next.tsx";
import { readPage } from "./read.tsx";
import { signPage } from "./sign.tsx";
import { whatPage } from "./what.tsx";
import { whoPage } from "./who.tsx";

export function mountRecover(pages: Hono<PageEnv>): void {
	pages.get("/recover", (c) => {
		const draft = emptyDraft(c.req.query("reason") === "deceased" ? "inheritance" : "");
		return throughLink(c, "recovery", () => whoPage(c, prefilledDraft(c, draft)));
	});
	pages.post("/recover", (c) => throughLink(c, "recovery", async () => respond(c, await readForm(c))));
	pages.get("/recover/next/:caseId", nextPage);
}

function respond(c: PageContext, form: Form): Response | Promise<Response> {
	const draft = withLocks(c, readDraft(form));
	const step = stepOf(form.text("step"));
	const act = form.text("act");
	if (hasOtherAccount(c)) return whoPage(c, draft);
	// The fields of a form that was interrupted are shown again as they were.
	if (form.text("go") === "resume") return show(c, step === "sign" ? "read" : step, draft, form);
	if (step === "what" && act !== "") {
		const { txs, problems } = edited(c, draft, act, form);
		const hasProblems = problems.length > 0;
		return whatPage(c, { ...draft, txs }, hasProblems ? { form, problems } : {});
	}
	const goal = stepOf(form.text("go"));
	return STEPS.indexOf(goal) <= STEPS.indexOf(step) && goal !== "sign"
		? show(c, goal, draft, form)
		: forward(c, goal, draft, form);
}

/** Of locked transactions each can be removed, and all can be listed again. */
function edited(c: PageContext, draft: Draft, act: string, form: Form): Edited {
	if (act === "restore") return { txs: [...restored(c, draft.txs)], problems: [] };
	const isAllowed = !isLocked(c, "transactions") || act.startsWith("remove:");
	return isAllowed ? editTransactions(draft, act, form, c.get("copy")) : { txs: draft.txs, problems: [] };
}

/** Stops at the first step that is not complete. */
function forward(c: PageContext, goal: Step, draft: Draft, form: Form): Response | Promise<Response> {
	const { recover } = c.get("copy");
	if (STEPS.indexOf(goal) > STEPS.indexOf("lost")) {
		const problems = lostProblems(draft, walletAddress(c), c.get("copy"));
		if (problems.length > 0) return lostPage(c, draft, problems);
	}
	if (STEPS.indexOf(goal) > STEPS.indexOf("what") && draft.txs.length === 0) {
		return whatPage(c, draft, { problems: [{ field: "add", text: recover.problems.none }] });
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
