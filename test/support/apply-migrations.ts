import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";

// Storage is isolated per test file, so every file brings the schema up again.
await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
