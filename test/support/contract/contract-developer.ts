/** A developer as the service sees one: with an account, a session and an API key. */
import { env } from "cloudflare:workers";
import { newAccount } from "../auth/test-account.ts";
import { newWalletBearer } from "../auth/wallet-bearer.ts";
import { call } from "./openapi-client.ts";

export const PASSWORD = "correct Horse 7 battery";

let developers = 0;

export type ContractDeveloper = Awaited<ReturnType<typeof newContractDeveloper>>;

export async function newContractDeveloper() {
	const email = `contract-${++developers}-${crypto.randomUUID().slice(0, 8)}@example.com`;
	const credentials = { email, password: PASSWORD };
	const { developerId, token: accessToken } = await newAccount(credentials);
	const bearer = { authorization: `Bearer ${accessToken}` };
	const { body: key } = await call("POST", "/auth/api-keys", {
		body: { label: "contract" },
		headers: bearer,
	});
	return {
		...credentials,
		developerId,
		accessToken,
		keyId: String(key.keyId),
		/** Headers of each kind of credential. */
		bearer,
		cookie: { cookie: `access_token=${accessToken}` },
		/** Of the owner of the published vectors, whichever developer it is. */
		wallet: await newWalletBearer(),
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
