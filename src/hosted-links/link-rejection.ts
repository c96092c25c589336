import type { ViewState } from "./link.ts";
import type { LockedDifference } from "./locked-fields.ts";

/** Why nothing can be filed through a link. */
export type LinkRejection =
	| { kind: "unknown_link" }
	| { kind: "link_unusable"; state: Exclude<ViewState, "started"> | "of_other_kind" }
	| { kind: "link_busy"; retryAfterSeconds: number }
	| { kind: "locked_fields"; differences: LockedDifference[] };
