/** A partner makes links to the hosted pages, and its user files a case through one. */
import { testSecrets } from "../../../test/support/service/secrets.ts";
import { claimant, newCaseBody } from "../../../test/support/signing/signing.ts";
import { caseOf } from "./cases.ts";
import { type Account, bearer, newAccount, once, type Stage, walletSession } from "./people.ts";

const REFERENCE = "claim-2026-0042";

export async function useHostedLinks(stage: Stage, reviewer: Account): Promise<void> {
	const { record, call } = stage;
	const partner = await newAccount(stage, "partner@example.com");
	const origin = "https://wallet.example.com";
	const requested = await call("requestOrigin", { as: partner.session, body: { origin } });
	await call("decideOrigin", {
		as: reviewer.session,
		params: { originId: requested.text("originId") },
		body: { decision: "allow", reason: "The site of a partner under contract." },
	});
	const { intent, caseId } = caseOf({ lostAccount: `0x${"a9".repeat(20)}` });
	const { lostAccount, recoveryAccount, chainId } = intent.rec;
	const make = {
		as: once(partner.key, "link-for-claim-2026-0042"),
		body: {
			prefill: { lostAccount, recoveryAccount, chainId, email: "claimant@example.com" },
			locked: ["lostAccount", "chainId"],
			returnUrl: `${origin}/recovered`,
			reference: REFERENCE,
			locale: "en",
		},
	};
	const made = await record("createHostedLink", make);
	await fileThrough(stage, made.text("url"), await newCaseBody(intent));
	await record("getHostedLink", { as: partner.key, params: { linkId: made.text("linkId") } });
	const query = { reference: REFERENCE };
	await record("listHostedLinks", { as: partner.key, query });
	const withReference = { as: partner.key, name: "with_reference" };
	await record("getRecoveryCase", { ...withReference, params: { caseId } });
	await record("listRecoveryCases", { ...withReference, query });
	const other = await call("createHostedLink", { as: partner.key, body: { kind: "estate" } });
	await record("expireHostedLink", { as: partner.key, params: { linkId: other.text("linkId") } });
}

/** As the hosted pages do it, by operations that the document leaves out. */
async function fileThrough(stage: Stage, url: string, body: object): Promise<void> {
	const clientId = testSecrets.UI_CLIENT_ID;
	const clientSecret = testSecrets.UI_CLIENT_SECRET;
	const visitor = await stage.call("issueAnonymousJwt", { body: { clientId, clientSecret } });
	const token = url.slice(url.lastIndexOf("/") + 1);
	const started = await stage.call("startHostedLink", {
		as: bearer(visitor.text("accessToken")),
		body: { token },
	});
	const session = await walletSession(stage, claimant);
	await stage.call("createRecoveryCase", {
		as: { ...session, "x-hosted-link": started.text("secret") },
		body,
	});
}
