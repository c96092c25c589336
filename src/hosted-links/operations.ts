import { endHostedLink } from "./routes/end-link.ts";
import { getHostedLink } from "./routes/get-link.ts";
import { listHostedLinks } from "./routes/list-links.ts";
import { makeHostedLink } from "./routes/make-link.ts";

export const hostedLinkOperations = [makeHostedLink, getHostedLink, listHostedLinks, endHostedLink] as const;
