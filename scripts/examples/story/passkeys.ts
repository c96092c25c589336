/** A developer's passkeys, and a decision that a reviewer signs. */
import { createSoftwarePasskey } from "../../../test/support/auth/software-passkey.ts";
import { BASE_URL } from "../example-service.ts";
import { caseOf, fileWithOrder } from "./cases.ts";
import { type Account, bearer, newAccount, PASSWORD, type Stage } from "./people.ts";

type Options = { challenge: string };
const optionsIn = ({ body }: { body: unknown }) => body as Options;

export async function usePasskeys(stage: Stage): Promise<void> {
	const { record, call } = stage;
	const email = "careful@example.com";
	const { session: as } = await newAccount(stage, email);
	const first = createSoftwarePasskey(BASE_URL, "first");
	const second = createSoftwarePasskey(BASE_URL, "second");
	const begun = await record("beginPasskey", { as });
	const credential = first.register(optionsIn(begun));
	const body = { name: "Key on my ring", credential, password: PASSWORD };
	const added = await record("addPasskey", { as, body });
	const proof = async () => first.answer(optionsIn(await call("beginPasskeyProof", { as })));
	await record("beginPasskeyProof", { as });
	const again = second.register(optionsIn(await call("beginPasskey", { as })));
	const spare = { name: "Spare key", credential: again, password: PASSWORD, passkey: await proof() };
	await record("addPasskey", { as, name: "second", body: spare });
	await record("listPasskeys", { as });
	const params = { credentialId: second.credentialId };
	await record("removePasskey", { as, params, body: { passkey: await proof() } });
	await record("renewRecoveryCodes", { as, body: { passkey: await proof() } });
	const codes = Object(await call("renewRecoveryCodes", { as, body: { passkey: await proof() } })).body;
	const password = { email, password: PASSWORD };
	const asked = await record("login", { name: "with a passkey", body: password });
	await record("finishLogin", { body: { passkey: first.answer(optionsIn(asked)) } });
	const { challenge } = optionsIn(await call("login", { body: password }));
	const [code] = codes.recoveryCodes;
	await record("finishLogin", { name: "with a recovery code", body: { recovery: { challenge, code } } });
	if (added.status !== 201) throw new Error("The passkey was not added.");
}

export async function signDecision(stage: Stage, developer: Account): Promise<void> {
	const { record, call, service } = stage;
	const reviewer = await newAccount(stage, "signing@example.com");
	const passkey = createSoftwarePasskey(BASE_URL, "reviewer");
	const credential = passkey.register(optionsIn(await call("beginPasskey", { as: reviewer.session })));
	const body = { name: "Key", credential, password: PASSWORD };
	await call("addPasskey", { as: reviewer.session, body });
	await service.sql(
		"UPDATE developers SET role = 'reviewer', role_held_until = 0 WHERE developer_id = ?",
		reviewer.developerId,
	);
	const asked = await call("login", { body: { email: reviewer.email, password: PASSWORD } });
	const opened = await call("finishLogin", { body: { passkey: passkey.answer(optionsIn(asked)) } });
	const as = bearer(opened.text("accessToken"));
	const filed = caseOf({ lostAccount: `0x${"a5".repeat(20)}` });
	await fileWithOrder(stage, developer, filed);
	const params = { caseId: filed.caseId };
	const decision = { decision: "verify_order", reason: "The clerk of the court confirmed it.", version: 2 };
	const signing = await record("beginDecision", { as, params, body: decision });
	const signed = { ...decision, passkey: passkey.answer(Object(signing.body).options) };
	await record("decideRecoveryCase", { as, name: "signed", params, body: signed });
}
