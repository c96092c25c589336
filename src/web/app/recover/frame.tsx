/** The common parts of the steps of `/recover`: the rail, and a form that carries the draft. */
import type { Child, PropsWithChildren } from "hono/jsx";
import type { PageContext } from "../core/page-env.ts";
import { type PageOptions, page } from "../core/respond.tsx";
import { sessionToken } from "../core/sessions.ts";
import { keepLink } from "../links/started-link.ts";
import type { Draft } from "./draft.ts";

/** The form of a step. Its input outlives a change of the language. */
export const STEP_FORM = "step";

export const STEPS = ["who", "lost", "what", "read", "sign"] as const;
export type Step = (typeof STEPS)[number];

export function stepOf(text: string): Step {
	return STEPS.find((step) => step === text) ?? "who";
}

/** The button that the return key presses on a step. */
const ENTER = {
	who: { name: "go", value: "lost" },
	lost: { name: "go", value: "what" },
	what: { name: "act", value: "add" },
	read: { name: "go", value: "sign" },
	sign: { name: "go", value: "read" },
} as const satisfies Record<Step, { name: string; value: string }>;

type StepPage = Omit<PageOptions, "title" | "area" | "heading" | "above"> & { step: Step; heading: string };

export function stepPage(c: PageContext, { step, scripts = [], ...options }: StepPage, body: Child) {
	const { recover } = c.get("copy");
	// The first step has no fields, and its address says the rest.
	const hasFields = c.req.method === "POST" || step !== "who";
	const hasTyped = hasFields && sessionToken(c, "wallet") !== undefined;
	return page(
		c,
		{
			...options,
			title: `${recover.rail[step]} – ${recover.title}`,
			area: "people",
			above: <Rail c={c} at={step} />,
			scripts: ["draft", ...scripts],
			...(hasTyped && { languageForm: { id: STEP_FORM, enter: ENTER[step] } }),
		},
		body,
	);
}

/** A partner's link leads behind the check. */
export function Rail({ c, at }: { c: PageContext; at: Step | "check" }) {
	const { recover } = c.get("copy");
	const steps = c.get("link") ? STEPS : (["check", ...STEPS] as const);
	const current = steps.findIndex((step) => step === at);
	return (
		<nav class="rail" aria-label={recover.rail.label}>
			<ol>
				{steps.map((step, place) => (
					<li class={place < current ? "done" : undefined} aria-current={step === at ? "step" : undefined}>
						{step === at && <span class="rail-place">{recover.rail.place(place + 1, steps.length)}</span>}
						<span>{recover.rail[step]}</span>
						{place < current && <span class="hidden-visually"> ({recover.done})</span>}
					</li>
				))}
			</ol>
		</nav>
	);
}

/** Where each step posts to. */
export const recoverPath = (c: PageContext): string => keepLink(c, "/recover");

/** The step that a page shows in response to a form. By it the script `draft` gives the page an address. */
export const postedStep = (c: PageContext, step: Step) => (c.req.method === "POST" ? step : undefined);

type DraftForm = PropsWithChildren<{
	c: PageContext;
	step: Step;
	/** The step of the page, if the form belongs to the one before. */
	on?: Step;
	draft: Draft;
}>;

/** Forms with `data-draft` are kept in the browser by the script `draft`. */
export function DraftForm({ c, step, on = step, draft, children }: DraftForm) {
	return (
		<form
			id={STEP_FORM}
			method="post"
			action={recoverPath(c)}
			data-draft
			data-step={postedStep(c, on)}
			data-link={c.get("link")?.view.linkId}
			novalidate
		>
			<DraftFields step={step} draft={draft} />
			{children}
		</form>
	);
}

export function DraftFields({ step, draft }: { step: Step; draft: Draft }) {
	return (
		<>
			<input type="hidden" name="step" value={step} />
			<input type="hidden" name="draft" value={JSON.stringify(draft)} />
		</>
	);
}

/** Continue comes first, because the return key presses the first button. */
export function Ways({ c, on, back }: { c: PageContext; on?: Step; back: Step }) {
	const { action } = c.get("copy").common;
	return (
		<p class="actions">
			{on !== undefined && (
				<button type="submit" name="go" value={on}>
					{action.continue}
				</button>
			)}
			<button type="submit" class="second" name="go" value={back}>
				{action.back}
			</button>
		</p>
	);
}
