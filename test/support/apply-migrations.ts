import { applyD1Migrations, reset } from "cloudflare:test";
import { env } from "cloudflare:workers";

// Files share a runtime, so each begins by emptying every binding and bringing the schema up again.
await reset();
await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
