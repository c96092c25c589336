import { account } from "./account.ts";
import { cases } from "./cases.ts";
import { entry } from "./entry.ts";
import { keys } from "./keys.ts";
import { links } from "./links.ts";
import { origins } from "./origins.ts";
import { deliveries, endpoints } from "./webhooks.ts";

export const developers = { account, cases, deliveries, endpoints, entry, keys, links, origins };
