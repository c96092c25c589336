import type { LinkView } from "../../../hosted-links/page-view.ts";

export type { LinkView };

/** A link that this browser can finish. */
export type StartedLink = { view: LinkView; secret: string };
