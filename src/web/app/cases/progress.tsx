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
import { type Act, hasObjected, isOpen, nextAct } from "./standing.ts";
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
type StepsProps = {
	c: PageContext;
	of: Stepped;
	now: number;
	/** The reader has stopped the case herself, so the stop is shown as a success. */
	isWanted?: boolean;
};

/** Boxes with their states in words, so that they are a list without the style. */
export function CaseSteps({ c, of, now, isWanted = false }: StepsProps) {
	const { progress } = c.get("copy").cases;
	const steps = stepsOf(of, now);
	const box = (name: StepName) => <StepBox c={c} name={name} of={steps[name]} isWanted={isWanted} />;
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

type BoxProps = { c: PageContext; name: StepName; of: Step; isWanted: boolean };

function StepBox({ c, name, of: { state, at, until }, isWanted }: BoxProps) {
	const { cases, common } = c.get("copy");
	const { progress } = cases;
	const { times } = common;
	const isCurrent = state === "now" || state === "halted";
	const isStopped = isWanted && (state === "halted" || state === "closed");
	const date = until ?? at;
	return (
		<li class={`step ${state}${isStopped ? " wanted" : ""}`} aria-current={isCurrent ? "step" : undefined}>
			<Icon name={isStopped ? "check" : ICONS[state]} />
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
	/** For the owner: the account that has filed the case. */
	filedBy?: string;
	/** Shown below the next step. */
	below?: Child;
};

/** The steps, and what happens now. */
export function CaseProgress({ c, of, reader, ways, filedBy, below }: Props) {
	const now = Date.now();
	const { cases, common } = c.get("copy");
	const act = nextAct(of, now);
	const isOwners = reader === "owner" && hasObjected(of);
	const canObject = reader === "owner" && isOpen(of) && !isOwners;
	const { title, text, items } = happening(c, of, act, reader);
	const isOver = of.status === "rejected";
	const note = <ReviewersNote c={c} of={of} />;
	return (
		<>
			<CaseSteps c={c} of={of} now={now} isWanted={isOwners} />
			<section
				class={`now ${canObject ? "danger" : isOwners ? "done" : toneOf(act, reader)}`}
				aria-labelledby="now"
			>
				<h2 id="now">{canObject ? cases.case.object : title}</h2>
				{(canObject || text !== "") && <p>{canObject ? common.contest : text}</p>}
				{isOver && items.length > 0 && <Items of={items} />}
				{reader === "claimant" && lacksOrder(of, act) && <p>{cases.case.lacksOrder}</p>}
				{!GOES_ON.has(act) && note}
				{ways}
				{GOES_ON.has(act) && note}
				{canObject ? (
					<OwnersBrief c={c} of={of} now={now} filedBy={filedBy} />
				) : (
					<Brief c={c} of={of} act={act} reader={reader} now={now} />
				)}
				{!isOver && !canObject && items.length > 0 && <Items of={items} isOrdered />}
				{below}
			</section>
		</>
	);
}

/** What a reviewer wrote to the claimant last. */
export function ReviewersNote({ c, of }: { c: PageContext; of: Pick<Of, "statusNote" | "answeredAt"> }) {
	const { note, noteBefore } = c.get("copy").cases.case;
	if (of.statusNote === null) return null;
	return (
		<p>
			{of.answeredAt === null ? note : noteBefore}: “{of.statusNote}”
		</p>
	);
}

type Happening = { title: string; text: string; items: readonly string[] };

/** What the reader does next, which begins in lower case where it is her turn; of a closed case, how it ended. */
export function actOf(c: PageContext, of: Standing, reader: Reader): string {
	const { doing, closed, objected } = c.get("copy").cases;
	if (reader === "owner" && hasObjected(of)) return objected.heading;
	if (of.status === "rejected" && isReason(of.statusReason)) return closed[of.statusReason].heading;
	return doing[nextAct(of, Date.now())][reader === "claimant" ? 0 : 1][0];
}

/** What happens now. The claimant's items are what to do: in order, or as the case may be once it is closed. */
function happening(c: PageContext, of: Of, act: Act, reader: Reader): Happening {
	const { doing, closed, objected, turn, whom } = c.get("copy").cases;
	const isClaimant = reader === "claimant";
	const own = reader === "reviewer" ? c.get("copy").desk.doing[act] : undefined;
	if (own !== undefined) return { title: own[0], text: own[1], items: [] };
	const [, text, ...steps] = doing[act][isClaimant ? 0 : 1];
	const next = actOf(c, of, reader);
	if (reader === "owner" && hasObjected(of)) {
		return { title: next, text: isOpen(of) ? objected.held : objected.ended, items: [] };
	}
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
	// Reviewers can only close such a case.
	const needsOrder = reader === "claimant" && lacksOrder(of, act);
	const actor = needsOrder ? "claimant" : ACTORS[act];
	const actors = { ...progress.actors, ...(reader === "partner" ? {} : progress.you[reader]) };
	const isAtCourt = act === "created" || act === "expired" || needsOrder;
	const isPaused = act === "created" && of.expiresAt !== null;
	const isWaiting = act === "order_verified" && of.executeAfter !== null;
	const usual = actor === "claimant" && !isAtCourt ? "" : progress.usual[actor];
	return (
		<Facts
			isBrief
			of={[
				[progress.who, actors[actor]],
				[
					progress.deadline,
					isPaused && progress.pauses,
					isPaused && <Time c={c} iso={of.expiresAt ?? ""} only="day" />,
					isWaiting && <Left c={c} iso={of.executeAfter ?? ""} now={now} />,
					!isPaused && !isWaiting && actor !== "nobody" && progress.noDeadline,
				],
				[progress.usually, usual !== "" && usual],
				[progress.next, reader !== "reviewer" && progress.comes[act]],
				[
					c.get("copy").cases.case.status,
					(reader === "partner" || reader === "reviewer") && <CaseStatus c={c} of={of} />,
				],
			]}
		/>
	);
}

type OwnersProps = { c: PageContext; of: Of; now: number; filedBy: string | undefined };

/** What an owner has to know who has not asked for this. */
function OwnersBrief({ c, of: { executeAfter }, now, filedBy }: OwnersProps) {
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
				[owner.filedBy, filedBy !== undefined && <Code c={c} text={filedBy} />],
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
