/** A developer as the service sees one: registered, logged in and with an API key, all over HTTP. */
import { env } from "cloudflare:workers";
import { call } from "./openapi-client.ts";

export const PASSWORD = "correct Horse 7 battery";

let developers = 0;

export type ContractDeveloper = Awaited<ReturnType<typeof newContractDeveloper>>;

export async function newContractDeveloper() {
	const email = `contract-${++developers}-${crypto.randomUUID().slice(0, 8)}@example.com`;
	const credentials = { email, password: PASSWORD };
	const { body: registered } = await call("POST", "/auth/register", { body: credentials });
	const { body: session } = await call("POST", "/auth/login", { body: credentials });
	const bearer = { authorization: `Bearer ${session.accessToken}` };
	const { body: key } = await call("POST", "/auth/api-keys", {
		body: { label: "contract" },
		headers: bearer,
	});
	return {
		...credentials,
		developerId: String(registered.user.id),
		accessToken: String(session.accessToken),
		keyId: String(key.keyId),
		/** Headers of each kind of credential. */
		bearer,
		cookie: { cookie: `access_token=${session.accessToken}` },
		keyPair: { "x-api-key": String(key.apiKey), "x-api-secret": String(key.apiSecret) },
	};
}

/** The same with the role that an operator grants. */
export async function newContractReviewer(): Promise<ContractDeveloper> {
	const developer = await newContractDeveloper();
	await env.DB.prepare("UPDATE developers SET role = 'reviewer' WHERE developer_id = ?")
		.bind(developer.developerId)
		.run();
	return developer;
}
