import type { FloorAccount } from "./floor-account.ts";
import type { FloorCase } from "./floor-case.ts";
import type { FloorStorage } from "./floor-storage.ts";

export type FloorEnv = FloorStorage & {
	API_KEYS: KVNamespace;
	CASES: DurableObjectNamespace<FloorCase>;
	ACCOUNTS: DurableObjectNamespace<FloorAccount>;
	CREDENTIAL_RATE_LIMIT: RateLimit;
};
