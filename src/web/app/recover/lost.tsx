/** The second step: which account was lost, on which network, and why. */
import { chainName, KNOWN_CHAINS } from "../core/chains.ts";
import { Entry, ProblemList, type Problems } from "../core/entry.tsx";
import { Code } from "../core/format.tsx";
import type { PageContext } from "../core/page-env.ts";
import { walletAddress } from "../core/wallet.ts";
import { type Draft, REASONS } from "./draft.ts";
import { DraftForm, stepPage, Ways } from "./frame.tsx";

export function lostPage(c: PageContext, draft: Draft, problems: Problems = {}): Promise<Response> {
	const { common, recover } = c.get("copy");
	const { lost } = recover;
	const status = Object.keys(problems).length > 0 ? 400 : 200;
	return stepPage(
		c,
		{ step: "lost", status },
		<>
			<h1>{lost.heading}</h1>
			<ProblemList heading={common.problem.heading} problems={problems} />
			<DraftForm step="lost" draft={draft}>
				<Entry
					name="lostAccount"
					label={lost.account}
					hint={lost.accountHint}
					value={draft.lostAccount}
					error={problems.lostAccount}
					isCode
				/>
				<Entry
					name="chainId"
					label={lost.chain}
					hint={lost.chainHint}
					value={draft.chainId}
					error={problems.chainId}
					list="chains"
					inputmode="numeric"
				/>
				<datalist id="chains">
					{KNOWN_CHAINS.map((id) => (
						<option value={String(id)}>{chainName(id)}</option>
					))}
				</datalist>
				<Reasons c={c} chosen={draft.reason} error={problems.reason} />
				<Entry
					name="email"
					label={lost.email}
					hint={lost.emailHint}
					value={draft.email}
					error={problems.email}
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

function Reasons({ c, chosen, error }: { c: PageContext; chosen: string; error: string | undefined }) {
	const { lost } = c.get("copy").recover;
	return (
		<fieldset class="field" id="reason" aria-describedby={error === undefined ? undefined : "reason-error"}>
			<legend>{lost.reason}</legend>
			{REASONS.map((reason) => (
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
