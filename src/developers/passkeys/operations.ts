/** Operations on the passkeys of one's own account (auth.md "Passkeys"). */
import * as z from "zod";
import { defineOperation } from "../../http/operation.ts";
import { doc } from "../../kernel/schemas/doc.ts";
import { lazyObject } from "../../kernel/schemas/lazy-object.ts";
import { codeSchema, doneResponse } from "../account/account-schemas.ts";
import { currentPassword } from "../passwords/password-schemas.ts";
import { wrongPassword } from "../passwords/rejected-password.ts";
import {
	credentialIdSchema,
	passkeyAnswer,
	passkeyName,
	passkeyOptions,
	passkeySchema,
	presentPasskey,
	recoveryCodesField,
	registrationAnswer,
	registrationOptions,
} from "./passkey-schemas.ts";

const tag = "Passkeys";

const proof = () => passkeyAnswer().describe(doc("For the options of `POST /auth/passkeys/proof`."));

const proofBody = lazyObject("PasskeyProof", () => ({ passkey: proof() }));

const listPasskeys = defineOperation({
	operationId: "listPasskeys",
	method: "GET",
	path: "/auth/passkeys",
	tag,
	summary: doc("List your passkeys"),
	policy: "developer_session",
	readOnly: true,
	responses: {
		200: {
			description: doc("Oldest first."),
			schema: lazyObject("PasskeyList", () => ({
				data: z.array(passkeySchema()),
				recoveryCodesLeft: z.int(),
			})),
		},
	},
	handler: async ({ principal: { developerId }, services }) => {
		const { passkeys, recoveryCodesLeft } = await services.passkeys.list(developerId);
		return { status: 200, body: { data: passkeys.map(presentPasskey), recoveryCodesLeft } };
	},
});

const beginPasskey = defineOperation({
	operationId: "beginPasskey",
	method: "POST",
	path: "/auth/passkeys/registration",
	tag,
	summary: doc("Get what a browser needs to make a passkey"),
	policy: "developer_session",
	responses: { 200: { description: doc("The options."), schema: registrationOptions } },
	errors: ["USER_NOT_FOUND"],
	handler: async ({ principal: { developerId }, services, now }) => ({
		status: 200,
		body: await services.passkeys.beginRegistration({ developerId, now }),
	}),
});

const newPasskeyBody = lazyObject("NewPasskey", () => ({
	name: passkeyName(),
	credential: registrationAnswer(),
	password: currentPassword(),
	passkey: proof().optional(),
	recoveryCode: codeSchema(doc("In place of `passkey`, from somebody who has lost her passkeys.")).optional(),
	operatorCode: codeSchema(
		doc("From the operator of the service, for the first passkey of a role."),
	).optional(),
}));

const addPasskey = defineOperation({
	operationId: "addPasskey",
	method: "POST",
	path: "/auth/passkeys",
	tag,
	summary: doc("Add a passkey"),
	description: doc(
		"From then on a log-in asks for a passkey after the password. The first one ends your other sessions, and brings ten recovery codes. An account that has a passkey sends `passkey` or `recoveryCode` as well. The first passkey of a reviewer or resolver needs `operatorCode`, where the service demands passkeys of them. A role has no powers for a day afterwards, unless the operator's code was sent.",
	),
	policy: "developer_session",
	body: newPasskeyBody,
	responses: {
		201: {
			description: doc("The passkey."),
			schema: lazyObject("AddedPasskey", () => ({
				passkey: passkeySchema(),
				recoveryCodes: recoveryCodesField(),
			})),
		},
	},
	errors: ["INVALID_PASSWORD", "RATE_LIMITED", "USER_NOT_FOUND"],
	handler: async ({ body, principal, services, clientAddress, audit, now }) => {
		const { developerId, sessionId } = principal;
		const { password, ...registration } = body;
		let added: Awaited<ReturnType<typeof services.passkeys.register>> | undefined;
		const owner = { developerId, sessionId, password, clientAddress, now };
		const wrong = await services.developers.asOwner(owner, async ({ passwordHash }) => {
			const change = { developerId, passwordHash, now };
			added = await services.passkeys.register(change, { sessionId, ...registration });
		});
		if (wrong || !added) throw await wrongPassword(wrong ?? { isSessionEnded: false }, principal, audit);
		await audit({ action: "passkey.added", target: developerId });
		const { added: passkey, recoveryCodes } = added;
		return { status: 201, body: { passkey: presentPasskey(passkey), recoveryCodes } };
	},
});

const beginPasskeyProof = defineOperation({
	operationId: "beginPasskeyProof",
	method: "POST",
	path: "/auth/passkeys/proof",
	tag,
	summary: doc("Ask for a passkey, to change the account"),
	policy: "developer_session",
	responses: { 200: { description: doc("The options."), schema: passkeyOptions } },
	handler: async ({ principal: { developerId }, services, now }) => ({
		status: 200,
		body: await services.passkeys.beginProof({ developerId, now }),
	}),
});

const credentialIdParam = lazyObject(() => ({ credentialId: credentialIdSchema() }));

const removePasskey = defineOperation({
	operationId: "removePasskey",
	method: "DELETE",
	path: "/auth/passkeys/{credentialId}",
	tag,
	summary: doc("Remove a passkey"),
	description: doc("A role has no powers for a day afterwards. With the last passkey its recovery codes go."),
	policy: "developer_session",
	params: credentialIdParam,
	body: proofBody,
	responses: { 200: { description: doc("The passkey is removed."), schema: doneResponse } },
	errors: ["RESOURCE_NOT_FOUND"],
	handler: async ({ params: { credentialId }, body: { passkey }, principal, services, audit, now }) => {
		const { developerId } = principal;
		await services.passkeys.remove({ developerId, now }, credentialId, passkey);
		await audit({ action: "passkey.removed", target: developerId });
		return { status: 200, body: {} };
	},
});

const renewRecoveryCodes = defineOperation({
	operationId: "renewRecoveryCodes",
	method: "POST",
	path: "/auth/passkeys/recovery-codes",
	tag,
	summary: doc("Make ten new recovery codes"),
	description: doc("The earlier ones end."),
	policy: "developer_session",
	body: proofBody,
	responses: {
		200: {
			description: doc("The codes."),
			schema: lazyObject("RecoveryCodes", () => ({ recoveryCodes: recoveryCodesField() })),
		},
	},
	handler: async ({ body: { passkey }, principal: { developerId }, services, audit, now }) => {
		const recoveryCodes = await services.passkeys.renewCodes({ developerId, now }, passkey);
		await audit({ action: "passkey.codes_renewed", target: developerId });
		return { status: 200, body: { recoveryCodes } };
	},
});

export const passkeyOperations = [
	listPasskeys,
	beginPasskey,
	addPasskey,
	beginPasskeyProof,
	removePasskey,
	renewRecoveryCodes,
] as const;
