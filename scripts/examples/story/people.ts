/** The accounts and wallets of the story, their files, and what they know of each other. */
import { type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { ownerKey } from "../../../test/support/signing/vectors.ts";
import { pdfFile } from "../../../test/support/storage/pdf-files.ts";
import type { ExampleService } from "../example-service.ts";
import type { Headers, Recorder } from "../recorder.ts";

export type Stage = Recorder & { service: ExampleService };

export const PASSWORD = "correct Horse 7 battery";

export const owner = privateKeyToAccount(ownerKey);

export type Account = { email: string; developerId: string; session: Headers; key: Headers };

/** A developer account with a session, an API key and a confirmed address, of which no example is recorded. */
export async function newAccount({ call, service }: Stage, email: string): Promise<Account> {
	const credentials = { email, password: PASSWORD };
	const registered = await call("register", { body: credentials });
	await service.sql("UPDATE developers SET email_confirmed_at = 1 WHERE email = ?", email);
	const session = bearer((await call("login", { body: credentials })).text("accessToken"));
	const key = await call("issueApiKey", { as: session, body: { label: "production backend" } });
	return { email, developerId: registered.text("user.id"), session, key: keyPair(key) };
}

/** As `npm run reviewer -- grant` does it. */
export async function newReviewer(stage: Stage, email: string): Promise<Account> {
	const account = await newAccount(stage, email);
	await stage.service.sql(
		"UPDATE developers SET role = 'reviewer' WHERE developer_id = ?",
		account.developerId,
	);
	return account;
}

export const bearer = (token: string): Headers => ({ Authorization: `Bearer ${token}` });

/** Makes a request that may be repeated safely. */
export const once = (as: Headers, key: string): Headers => ({ ...as, "Idempotency-Key": key });

export const keyPair = (issued: { text(name: string): string }): Headers => ({
	"x-api-key": issued.text("apiKey"),
	"x-api-secret": issued.text("apiSecret"),
});

/** A session of a wallet, of which no example is recorded. */
export async function walletSession({ call }: Stage, wallet: PrivateKeyAccount): Promise<Headers> {
	const challenge = await call("issueWalletChallenge", { body: { address: wallet.address, chainId: 1 } });
	const message = challenge.text("message");
	const signature = await wallet.signMessage({ message });
	return bearer((await call("openWalletSession", { body: { message, signature } })).text("accessToken"));
}

type File = { bytes: Uint8Array; name: string; type: string };

/** One page, in ASCII, so that it can be shown as text. */
export const pdf = (name: string, text: string): File => ({
	bytes: pdfFile({ comment: "% One page.", text }),
	name,
	type: "application/pdf",
});

export const textFile = (name: string, text: string): File => ({
	bytes: new TextEncoder().encode(text),
	name,
	type: "text/plain",
});

/** A file in a JSON body. */
export const inJson = ({ bytes, name, type }: File) => ({
	base64: Buffer.from(bytes).toString("base64"),
	name,
	mimeType: type,
});
