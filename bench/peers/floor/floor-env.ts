import type { FloorAccount } from "./floor-account.ts";
import type { FloorCase } from "./floor-case.ts";

export type FloorEnv = {
	DB: D1Database;
	API_KEYS: KVNamespace;
	CASES: DurableObjectNamespace<FloorCase>;
	ACCOUNTS: DurableObjectNamespace<FloorAccount>;
	CASE_EVENTS: Queue<Pointer>;
	CREDENTIAL_RATE_LIMIT: RateLimit;
};

export type Pointer = { caseId: string; eventId: string };
