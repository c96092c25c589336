/** A case at a glance, the same for each of its readers: its steps, who must act, since when and until when. */
import type { Child } from "hono/jsx";
import type { CaseRecord } from "../../../protocol/case-record.ts";
import { REJECTION_REASONS, type RejectionReason } from "../../../protocol/enumerations.ts";
import { CaseStatus } from "../core/case-view.tsx";
import { type Fact, Facts } from "../core/facts.tsx";
import { Code, Left, Since, Time } from "../core/format.tsx";
import { Icon, type IconName } from "../core/icon.tsx";
import type { PageContext } from "../core/page-env.ts";
import { type Act, isOpen, nextAct } from "./standing.ts";
import { ACTORS, type Step, type StepName, type Stepped, type StepState, sinceOf, stepsOf } from "./steps.ts";

type Reader = "claimant" | "owner" | "reviewer" | "partner";

type Of = Stepped &
	Pick<CaseRecord, "statusReason" | "statusNote" | "answeredAt"> & {
		history: readonly { at: string; eventId: string | null }[];
	};

const ICONS: Record<StepState, IconName> = {
	done: "check",
	now: "clock",
	next: "dot",
	halted: "stop",
	closed: "stop",
	never: "dot",
};

/** `isPrinted`: on paper, where no time is left. `now`: unix milliseconds. */
type StepsProps = { c: PageContext; of: Stepped; now: number; isPrinted?: boolean };

/** Boxes with their states in words, so that they are a list without the style. */
export function CaseSteps({ c, of, now, isPrinted = false }: StepsProps) {
	const { progress } = c.get("copy").cases;
	const steps = stepsOf(of, now);
	const box = (name: StepName) => (
		<StepBox c={c} name={name} of={steps[name]} now={now} isPrinted={isPrinted} />
	);
	return (
		<ol class="progress" aria-label={progress.label}>
			{box("filed")}
			{box("court")}
			<li class="together">
				<span class="hidden-visually">{progress.together}</span>
				<ul>
					{box("check")}
					{box("wait")}
				</ul>
			</li>
			{box("carried")}
		</ol>
	);
}

type BoxProps = Omit<StepsProps, "of"> & { name: StepName; of: Step };

function StepBox({ c, name, of, now, isPrinted }: BoxProps) {
	const { cases, common } = c.get("copy");
	const { progress } = cases;
	const { state, at, until } = of;
	return (
		<li class={`step ${state}`} aria-current={state === "now" || state === "halted" ? "step" : undefined}>
			<Icon name={ICONS[state]} />
			<strong>{progress.steps[name]}</strong>
			<span>
				{progress.states[state]}
				{at !== null && (
					<>
						, <Time c={c} iso={at} only="date" />
					</>
				)}
				{until !== null && Date.parse(until) > now && (
					<>
						, {isPrinted && `${common.times.until} `}
						{isPrinted ? (
							<Time c={c} iso={until} only="date" />
						) : (
							<Left c={c} iso={until} now={now} isShort />
						)}
					</>
				)}
			</span>
		</li>
	);
}

type Props = {
	c: PageContext;
	of: Of;
	reader: Reader;
	/** The buttons of what the reader can do now. The first is the page's main one. */
	ways?: Child;
	/** For the owner: who would receive what the account holds. */
	recipient?: string;
};

/** The steps, and what happens now. */
export function CaseProgress({ c, of, reader, ways, recipient }: Props) {
	const now = Date.now();
	const { cases, common } = c.get("copy");
	const act = nextAct(of, now);
	const canObject = reader === "owner" && isOpen(of) && of.statusReason !== "contested";
	const [title, text, more] = happening(c, of, act, reader);
	return (
		<>
			<CaseSteps c={c} of={of} now={now} />
			<section class={`now ${canObject ? "danger" : toneOf(act, reader)}`} aria-labelledby="now">
				<h2 id="now">{canObject ? cases.case.object : title}</h2>
				<p>{canObject ? common.contest : text}</p>
				{reader === "claimant" && lacksOrder(of, act) && <p>{cases.case.lacksOrder}</p>}
				{more !== undefined && <p>{more}</p>}
				{of.statusNote !== null && (
					<p>
						{of.answeredAt === null ? cases.case.note : cases.case.noteBefore}: “{of.statusNote}”
					</p>
				)}
				{ways}
				{canObject ? (
					<OwnersBrief c={c} of={of} now={now} recipient={recipient} />
				) : (
					<Brief c={c} of={of} act={act} reader={reader} now={now} />
				)}
			</section>
		</>
	);
}

/** What happens now, in a heading and texts. */
function happening(c: PageContext, of: Of, act: Act, reader: Reader): readonly [string, string, string?] {
	const { doing, closed } = c.get("copy").cases;
	const [title, text] = doing[act][reader === "claimant" ? 0 : 1];
	if (of.status !== "rejected" || !isReason(of.statusReason)) return [title, text];
	const { heading, mine, theirs } = closed[of.statusReason];
	return [heading, text, reader === "claimant" ? mine : theirs];
}

type BriefProps = { c: PageContext; of: Of; act: Act; reader: Reader; now: number };

function Brief({ c, of, act, reader, now }: BriefProps) {
	const { progress } = c.get("copy").cases;
	const actor = ACTORS[act];
	const isReader = actor === "claimant" && reader === "claimant";
	const until = act === "created" ? of.expiresAt : of.status === "pending" ? of.executeAfter : null;
	const isAhead = until !== null && Date.parse(until) > now;
	const isUndated = !isAhead && actor !== "reviewers" && actor !== "time" && act !== "executed";
	const isAtCourt = act === "created" || act === "expired";
	const usual = actor === "claimant" && !isAtCourt ? "" : progress.usual[actor];
	return (
		<Facts
			isBrief
			of={[
				[progress.who, isReader ? progress.you : progress.actors[actor]],
				[act === "created" ? progress.by : progress.ends, isAhead && <Left c={c} iso={until} now={now} />],
				[progress.deadline, isUndated && progress.noDeadline],
				[progress.usually, usual !== "" && usual],
				[progress.since, <Since c={c} iso={sinceOf(of)} now={now} />],
				statusOf(c, of),
			]}
		/>
	);
}

const statusOf = (c: PageContext, of: Of): Fact => [
	c.get("copy").cases.case.status,
	<CaseStatus c={c} of={of} isNow />,
];

type OwnersProps = { c: PageContext; of: Of; now: number; recipient: string | undefined };

/** What an owner has to know who has not asked for this. */
function OwnersBrief({ c, of, now, recipient }: OwnersProps) {
	const { owner } = c.get("copy").cases.progress;
	const date = (iso: string | null) =>
		iso !== null && Date.parse(iso) > now && <Left c={c} iso={iso} now={now} />;
	return (
		<Facts
			isBrief
			of={[
				[owner.object, owner.until],
				[owner.notBefore, date(of.executeAfter)],
				[owner.deadline, of.status === "created" && date(of.expiresAt)],
				[owner.recipient, recipient !== undefined && <Code c={c} text={recipient} />],
				statusOf(c, of),
			]}
		/>
	);
}

/** Reviewers cannot let such a case go on without an order. */
const lacksOrder = ({ courtOrder }: Of, act: Act): boolean =>
	courtOrder === null && (act === "contested" || act === "lost_account_active");

const isReason = (reason: Of["statusReason"]): reason is RejectionReason =>
	REJECTION_REASONS.some((one) => one === reason);

/** What goes as it should. */
const CALM: ReadonlySet<Act> = new Set([
	"created",
	"answered",
	"order_attached",
	"order_verified",
	"executable",
]);

/** By whom the reader waits for, and whether something is wrong. */
function toneOf(act: Act, reader: Reader): "act" | "calm" | "wait" | "done" | "halted" {
	const actor = ACTORS[act];
	if (act === "executed") return "done";
	if (act === "rejected") return "halted";
	const isReader =
		actor === "claimant" ? reader === "claimant" : actor === "reviewers" && reader === "reviewer";
	if (isReader || (actor === "sender" && reader === "claimant")) return "act";
	return CALM.has(act) ? "calm" : "wait";
}
