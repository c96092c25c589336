/** A case at a glance, the same for each of its readers: its steps, who must act, since when and until when. */
import type { Child } from "hono/jsx";
import type { CaseRecord } from "../../../protocol/case-record.ts";
import { REJECTION_REASONS, type RejectionReason } from "../../../protocol/enumerations.ts";
import { CaseStatus } from "../core/case-view.tsx";
import { Facts } from "../core/facts.tsx";
import { Code, Items, Left, Time } from "../core/format.tsx";
import { Icon, type IconName } from "../core/icon.tsx";
import type { PageContext } from "../core/page-env.ts";
import type { Standing } from "../words/status-words.ts";
import { type Act, isOpen, nextAct } from "./standing.ts";
import {
	ACTORS,
	isClaimants,
	type Step,
	type StepName,
	type Stepped,
	type StepState,
	stepsOf,
} from "./steps.ts";

type Reader = "claimant" | "owner" | "reviewer" | "partner";

type Of = Stepped & Pick<CaseRecord, "statusReason" | "statusNote" | "expiresAt">;

const ICONS: Record<StepState, IconName> = {
	done: "check",
	now: "clock",
	parallel: "clock",
	next: "dot",
	halted: "stop",
	closed: "stop",
	never: "dot",
};

/** `now`: unix milliseconds. */
type StepsProps = { c: PageContext; of: Stepped; now: number };

/** Boxes with their states in words, so that they are a list without the style. */
export function CaseSteps({ c, of, now }: StepsProps) {
	const { progress } = c.get("copy").cases;
	const steps = stepsOf(of, now);
	const box = (name: StepName) => <StepBox c={c} name={name} of={steps[name]} />;
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

function StepBox({ c, name, of: { state, at, until } }: { c: PageContext; name: StepName; of: Step }) {
	const { cases, common } = c.get("copy");
	const { progress } = cases;
	const { times } = common;
	const isCurrent = state === "now" || state === "halted";
	const date = until ?? at;
	return (
		<li class={`step ${state}`} aria-current={isCurrent ? "step" : undefined}>
			<Icon name={ICONS[state]} />
			<strong>{progress.steps[name]}</strong>
			<span>
				{progress.states[state]}
				{date !== null && (
					<span class="date">
						, {until !== null ? `${times.until} ` : isCurrent && `${times.since} `}
						<Time c={c} iso={date} only="date" />
					</span>
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
	const { title, text, items } = happening(c, of, act, reader);
	const isOver = of.status === "rejected";
	const note = of.statusNote !== null && (
		<p>
			{of.answeredAt === null ? cases.case.note : cases.case.noteBefore}: “{of.statusNote}”
		</p>
	);
	return (
		<>
			<CaseSteps c={c} of={of} now={now} />
			<section class={`now ${canObject ? "danger" : toneOf(act, reader)}`} aria-labelledby="now">
				<h2 id="now">{canObject ? cases.case.object : title}</h2>
				<p>{canObject ? common.contest : text}</p>
				{isOver && items.length > 0 && <Items of={items} />}
				{reader === "claimant" && lacksOrder(of, act) && <p>{cases.case.lacksOrder}</p>}
				{!GOES_ON.has(act) && note}
				{ways}
				{GOES_ON.has(act) && note}
				{canObject ? (
					<OwnersBrief c={c} of={of} now={now} recipient={recipient} />
				) : (
					<Brief c={c} of={of} act={act} reader={reader} now={now} />
				)}
				{!isOver && !canObject && items.length > 0 && <Items of={items} isOrdered />}
			</section>
		</>
	);
}

type Happening = { title: string; text: string; items: readonly string[] };

/** What the reader does next, which begins in lower case where it is her turn; of a closed case, how it ended. */
export function actOf(c: PageContext, of: Standing, isClaimant: boolean): string {
	const { doing, closed } = c.get("copy").cases;
	if (of.status === "rejected" && isReason(of.statusReason)) return closed[of.statusReason].heading;
	return doing[nextAct(of, Date.now())][isClaimant ? 0 : 1][0];
}

/** What happens now. The claimant's items are what to do: in order, or as the case may be once it is closed. */
function happening(c: PageContext, of: Of, act: Act, reader: Reader): Happening {
	const { doing, closed, turn, whom } = c.get("copy").cases;
	const isClaimant = reader === "claimant";
	const own = reader === "reviewer" ? c.get("copy").desk.doing[act] : undefined;
	if (own !== undefined) return { title: own[0], text: own[1], items: [] };
	const [, text, ...steps] = doing[act][isClaimant ? 0 : 1];
	const next = actOf(c, of, isClaimant);
	const title = isClaimant && isClaimants(act) ? turn(next) : next;
	if (of.status !== "rejected" || !isReason(of.statusReason)) return { title, text, items: steps };
	const { mine, theirs } = closed[of.statusReason];
	const { name, contact } = c.env.settings.operator;
	const [why, ...ways] = isClaimant ? mine(whom(name, contact)) : [theirs];
	return { title, text: `${text} ${why}`, items: ways };
}

type BriefProps = { c: PageContext; of: Of; act: Act; reader: Reader; now: number };

function Brief({ c, of, act, reader, now }: BriefProps) {
	const { progress } = c.get("copy").cases;
	const actor = ACTORS[act];
	const actors = { ...progress.actors, ...(reader === "partner" ? {} : progress.you[reader]) };
	const isAtCourt = act === "created" || act === "expired";
	const isPaused = act === "created" && of.expiresAt !== null;
	const usual = actor === "claimant" && !isAtCourt ? "" : progress.usual[actor];
	return (
		<Facts
			isBrief
			of={[
				[progress.who, actors[actor]],
				[
					progress.steps.wait,
					act === "order_verified" && of.executeAfter !== null && (
						<Left c={c} iso={of.executeAfter} now={now} />
					),
				],
				[
					progress.deadline,
					isClaimants(act) && !isPaused && progress.noDeadline,
					isPaused && progress.pauses,
					isPaused && <Time c={c} iso={of.expiresAt ?? ""} only="day" />,
				],
				[progress.usually, usual !== "" && usual],
				[
					c.get("copy").cases.case.status,
					(reader === "partner" || reader === "reviewer") && <CaseStatus c={c} of={of} />,
				],
			]}
		/>
	);
}

type OwnersProps = { c: PageContext; of: Of; now: number; recipient: string | undefined };

/** What an owner has to know who has not asked for this. */
function OwnersBrief({ c, of: { executeAfter }, now, recipient }: OwnersProps) {
	const { owner } = c.get("copy").cases.progress;
	return (
		<Facts
			isBrief
			of={[
				[owner.object, owner.until],
				[
					owner.notBefore,
					executeAfter !== null && Date.parse(executeAfter) > now && <Time c={c} iso={executeAfter} />,
				],
				[owner.recipient, recipient !== undefined && <Code c={c} text={recipient} />],
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
	"expired",
	"order_attached",
	"order_verified",
	"executable",
]);

/** Where a reviewer's note is of the past, and asks nothing. */
const GOES_ON: ReadonlySet<Act> = new Set(["order_attached", "order_verified", "executable", "executed"]);

/** By whom the reader waits for, and whether something is wrong. */
function toneOf(act: Act, reader: Reader): "act" | "calm" | "wait" | "done" | "halted" {
	if (act === "executed") return "done";
	if (act === "rejected") return "halted";
	const isReaders = isClaimants(act)
		? reader === "claimant"
		: ACTORS[act] === "reviewers" && reader === "reviewer";
	if (isReaders) return "act";
	return CALM.has(act) ? "calm" : "wait";
}
