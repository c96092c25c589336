// @ts-nocheck: its packages are installed only when this Worker is measured.
/**
 * better-auth's API-key plugin, verification alone: no session, no route of its own, no data behind it. The
 * plugin as it is by default, on the D1 binding that better-auth takes as its database, except for its limit of
 * ten calls a day, which would refuse the load: it is off, as the service's own limits are.
 */
import { apiKey } from "@better-auth/api-key";
import { betterAuth } from "better-auth";
import { getMigrations } from "better-auth/db/migration";

const optionsOf = (env) => ({
	database: env.DB,
	secret: "for-the-benchmark-alone-and-nothing-else",
	baseURL: "http://127.0.0.1",
	telemetry: { enabled: false },
	// It would report the wrong key, which is refused before the load begins.
	logger: { disabled: true },
	plugins: [apiKey({ rateLimit: { enabled: false } })],
});

let instance;
/** One for the isolate, so that no call pays for its start. */
function authOf(env) {
	instance ??= betterAuth(optionsOf(env));
	return instance;
}

/** Makes the tables, one user and one key, and returns the key. */
async function setUp(env) {
	const { runMigrations } = await getMigrations(optionsOf(env));
	await runMigrations();
	const auth = authOf(env);
	const { internalAdapter } = await auth.$context;
	const user = await internalAdapter.createUser({ email: "bench@example.com", name: "bench" });
	const { key } = await auth.api.createApiKey({ body: { name: "bench", userId: user.id } });
	return Response.json({ key });
}

export default {
	async fetch(request, env) {
		if (request.method === "POST") return setUp(env);
		const key = request.headers.get("x-api-key") ?? "";
		const { valid } = await authOf(env).api.verifyApiKey({ body: { key } });
		return Response.json({ valid }, { status: valid ? 200 : 401 });
	},
};
