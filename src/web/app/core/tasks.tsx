/** A list of things to do or to look at: what it is, its state at the end, and the whole line to press. */
import type { Child } from "hono/jsx";
import { LinkButton } from "./form.tsx";

/** `""`: neither good nor bad. */
export type State = readonly [words: Child, tone: "done" | "waiting" | "stopped" | ""];

export type Task = {
	title: string;
	href: string;
	hint?: Child;
	state?: State | undefined;
	/** The words of the button, where it is the next thing to do. */
	action?: string;
};

/** @param next the task with the page's main button, if any */
export function TaskList({ tasks, next }: { tasks: readonly Task[]; next?: Task | undefined }) {
	return (
		<ul class="ticks tasks">
			{tasks.map((task) => (
				<Row {...task} isNext={task === next} />
			))}
		</ul>
	);
}

function Row({ title, href, hint, state, action = title, isNext }: Task & { isNext: boolean }) {
	return (
		<li class={isNext ? "now" : undefined}>
			<h3>{isNext ? title : <a href={href}>{title}</a>}</h3>
			{state && <span class={`status ${state[1]}`}>{state[0]}</span>}
			{hint !== undefined && <p>{hint}</p>}
			{isNext && <LinkButton href={href} text={action} />}
		</li>
	);
}
