import { endHostedLink, getHostedLink, listHostedLinks, makeHostedLink } from "./link-operations.ts";

export const hostedLinkOperations = [makeHostedLink, getHostedLink, listHostedLinks, endHostedLink] as const;
