/** Who works on a case (recovery.md "Taken cases"). */
import type { PropsWithChildren } from "hono/jsx";
import { ButtonForm } from "../core/form.tsx";
import { Hash, Time } from "../core/format.tsx";
import type { PageContext } from "../core/page-env.ts";

type Taken = { reviewerId: string; isOwn: boolean; until: string };

/** In a line of the queue. */
export function TakenBy({ c, taken }: { c: PageContext; taken: Taken | null }) {
	const { taking: copy } = c.get("copy").desk;
	if (taken === null) return null;
	return (
		<>
			{taken.isOwn ? (
				<strong>{copy.yours}</strong>
			) : (
				<>
					{copy.by} <Hash text={taken.reviewerId} />
				</>
			)}{" "}
			{copy.until} <Time c={c} only="short" iso={taken.until} />
		</>
	);
}

type TakingProps = PropsWithChildren<{ c: PageContext; caseId: string; taken: Taken | null }>;

/** With the button, on the page of the case. `children`: what comes before it. */
export function Taking({ c, caseId, taken, children }: TakingProps) {
	const { taking: copy } = c.get("copy").desk;
	const path = `/review/cases/${caseId}`;
	return (
		<div class="actions">
			{children}
			{taken && (
				<p>
					<TakenBy c={c} taken={taken} />
				</p>
			)}
			{taken === null && <ButtonForm action={`${path}/taking`} submit={copy.take} />}
			{taken?.isOwn && <ButtonForm action={`${path}/giving-back`} submit={copy.giveBack} />}
		</div>
	);
}
