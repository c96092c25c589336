import { account } from "./account.ts";
import { cases } from "./cases.ts";
import { docs } from "./docs.ts";
import { entry } from "./entry.ts";
import { keys } from "./keys.ts";
import { links } from "./links.ts";
import { origins } from "./origins.ts";
import { passkeys } from "./passkeys.ts";
import { deliveries, endpoints } from "./webhooks.ts";

export const developers = {
	account,
	cases,
	deliveries,
	docs,
	endpoints,
	entry,
	keys,
	links,
	origins,
	passkeys,
};
