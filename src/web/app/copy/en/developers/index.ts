import { account } from "./account.ts";
import { cases } from "./cases.ts";
import { entry } from "./entry.ts";
import { keys } from "./keys.ts";

export const developers = { account, cases, entry, keys };
