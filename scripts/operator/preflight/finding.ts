/** One line of the preflight. Only a problem keeps `npm run deploy` from deploying. */
export type Finding = { kind: "ok" | "problem" | "unknown" | "advice"; text: string };

export const ok = (text: string): Finding => ({ kind: "ok", text });
export const problem = (text: string): Finding => ({ kind: "problem", text });
/** Something that could not be checked, with the reason. */
export const unknown = (text: string): Finding => ({ kind: "unknown", text });

/** Works, and should be changed. */
export const advice = (text: string): Finding => ({ kind: "advice", text });

/** A line each; problems last, where a terminal shows them. */
export function printed(findings: readonly Finding[]): string {
	const marks = { ok: "ok      ", unknown: "unknown ", advice: "advice  ", problem: "PROBLEM " };
	return (["ok", "unknown", "advice", "problem"] as const)
		.flatMap((kind) => findings.filter((finding) => finding.kind === kind))
		.map(({ kind, text }) => `${marks[kind]}${text}\n`)
		.join("");
}
