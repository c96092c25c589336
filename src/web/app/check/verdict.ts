/** Whether a recovery can work, by four answers. An order opens no account; it needs somebody who can act for it. */

export const KINDS = ["key", "shared", "smart", "company", "unknown"] as const;
export const OTHERS = ["owner", "guardian", "backup", "nobody"] as const;
export const CAUSES = ["lost", "died", "stolen"] as const;
/** `token`: one with an issuer, who can replace it. */
export const HOLDS = ["token", "coin", "unknown"] as const;

type Answers = {
	kind: (typeof KINDS)[number];
	others: (typeof OTHERS)[number];
	cause: (typeof CAUSES)[number];
	holds: (typeof HOLDS)[number];
	/** By the recovery module of the Safe this service's reviewers can act for it. */
	hasModule?: boolean;
};

export type Reason =
	| "module"
	| "owners"
	| "company"
	| "backup"
	| "guardians"
	| "maker"
	| "stolen"
	| "issuer"
	| "keyOnly";

/** `can`: a court order can be carried out. `ask`: somebody can help sooner. `cannot`: an order opens nothing. */
export const VERDICTS: Record<Reason, "can" | "ask" | "cannot"> = {
	module: "can",
	owners: "can",
	company: "ask",
	backup: "ask",
	guardians: "ask",
	maker: "ask",
	issuer: "ask",
	stolen: "cannot",
	keyOnly: "cannot",
};

/** Whether a recovery is offered: also where somebody else is asked first, unless the backup opens the account. */
export const isOffered = (reason: Reason): boolean => VERDICTS[reason] !== "cannot" && reason !== "backup";

/** The first that holds, so that nobody is sent to a court who needs none. */
export function reasonOf({ kind, others, cause, holds, hasModule = false }: Answers): Reason {
	if (kind === "company") return "company";
	if (others === "backup") return "backup";
	if (kind === "key") return cause === "stolen" ? "stolen" : holds === "coin" ? "keyOnly" : "issuer";
	if (others === "guardian") return "guardians";
	if (hasModule) return "module";
	if (kind === "shared" && others === "owner") return "owners";
	return "maker";
}
