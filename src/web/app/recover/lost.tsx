/** The second step: which account was lost, on which network, and why. */
import { RECOVERY_REASONS } from "../../../protocol/intent.ts";
import { TextField } from "../core/fields.tsx";
import { Code, networkText } from "../core/format.tsx";
import { atNumber, NetworkField } from "../core/network-field.tsx";
import type { PageContext } from "../core/page-env.ts";
import { type Problem, textOf } from "../core/problems.ts";
import { walletAddress } from "../core/wallet.ts";
import { FixedField, markOf } from "../links/marks.tsx";
import { isLocked, isPrefilled } from "../links/started-link.ts";
import { type Draft, HEIR } from "./draft.ts";
import { DraftForm, stepPage, Ways } from "./frame.tsx";
import { Resume } from "./who.tsx";

export function lostPage(c: PageContext, draft: Draft, found: Problem[] = []): Promise<Response> {
	const { common, links, recover } = c.get("copy");
	const lost = { ...recover.lost, ...(draft.reason === HEIR && recover.lost.ofHeir) };
	const link = c.get("link");
	const problems = isLocked(c, "chainId") || draft.chainId === "" ? found : atNumber(found, draft.chainId);
	const labels = {
		...{ lostAccount: lost.account, chainId: lost.chain, otherChainId: common.network.number },
		...{ reason: lost.reason, email: lost.email },
	};
	return stepPage(
		c,
		{ step: "lost", heading: lost.heading, problems, labels },
		<>
			{c.req.method === "GET" && <Resume c={c} />}
			<DraftForm c={c} step="lost" draft={draft}>
				<LostAccount c={c} label={lost.account} draft={draft} problems={problems} />
				<Chain c={c} draft={draft} problems={problems} />
				<Reasons c={c} chosen={draft.reason} error={textOf(problems, "reason")} />
				<TextField
					name="email"
					label={lost.email}
					mark={markOf(c, isPrefilled(c, "email", draft.email))}
					hint={link ? links.email(link.view.host) : lost.emailHint}
					value={draft.email}
					problems={problems}
					autocomplete="email"
					inputmode="email"
				/>
				<p>
					{lost.receives} <Code c={c} text={walletAddress(c)} />
				</p>
				<Ways c={c} on="what" back="who" />
			</DraftForm>
		</>,
	);
}

type FieldProps = { c: PageContext; draft: Draft; problems: readonly Problem[] };

function LostAccount({ c, draft, label, problems }: FieldProps & { label: string }) {
	const { lost } = c.get("copy").recover;
	if (isLocked(c, "lostAccount")) {
		return (
			<FixedField c={c} id="lostAccount" label={label} error={textOf(problems, "lostAccount")}>
				<Code c={c} text={draft.lostAccount} />
			</FixedField>
		);
	}
	return (
		<TextField
			name="lostAccount"
			label={label}
			mark={markOf(c, isPrefilled(c, "lostAccount", draft.lostAccount))}
			hint={lost.accountHint}
			value={draft.lostAccount}
			problems={problems}
			isCode
		/>
	);
}

function Chain({ c, draft, problems }: FieldProps) {
	const { lost } = c.get("copy").recover;
	if (isLocked(c, "chainId")) {
		const chainId = Number(draft.chainId);
		return (
			<FixedField c={c} id="chainId" label={lost.chain} error={textOf(problems, "chainId")}>
				{networkText(c, chainId)}
			</FixedField>
		);
	}
	return (
		<NetworkField
			c={c}
			label={lost.chain}
			none={lost.chooseChain}
			mark={markOf(c, isPrefilled(c, "chainId", draft.chainId))}
			value={draft.chainId}
			problems={problems}
		/>
	);
}

function Reasons({ c, chosen, error }: { c: PageContext; chosen: string; error: string | undefined }) {
	const { lost } = c.get("copy").recover;
	const words: Record<string, string> = lost.reasons;
	if (isLocked(c, "reasonForRecovery")) {
		return (
			<FixedField c={c} id="reason" label={lost.reason} error={error}>
				{words[chosen]}
			</FixedField>
		);
	}
	const mark = markOf(c, isPrefilled(c, "reasonForRecovery", chosen));
	const notes = [mark !== undefined && "reason-mark", error !== undefined && "reason-error"].filter(Boolean);
	return (
		<fieldset class="field" id="reason" aria-describedby={notes.join(" ") || undefined}>
			<legend>{lost.reason}</legend>
			{mark !== undefined && (
				<p class="mark" id="reason-mark">
					{mark}
				</p>
			)}
			{RECOVERY_REASONS.map((reason) => (
				<label>
					<input type="radio" name="reason" value={reason} checked={reason === chosen} />
					{lost.reasons[reason]}
				</label>
			))}
			{error !== undefined && (
				<p class="error" id="reason-error">
					{error}
				</p>
			)}
		</fieldset>
	);
}
