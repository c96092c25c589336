import * as z from "zod";
import { defineOperation } from "../../../http/operation.ts";
import { lazy } from "../../../kernel/once.ts";
import { doc } from "../../../kernel/schemas/doc.ts";
import { overlapSeconds } from "../../../kernel/schemas/schemas.ts";
import {
	issuedKeyResponse,
	keyIdInput,
	presentIssuedKey,
	repeatedKeyResponse,
	replyWithRepeatedKey,
} from "../api-key-schemas.ts";
import { hintOf } from "../key-format.ts";

const keyIdParam = lazy(() => z.strictObject({ keyId: keyIdInput() }));

const rotateApiKeyBody = lazy(() =>
	z
		.strictObject({
			overlapSeconds: overlapSeconds("How long the old key stays valid; one day if omitted."),
		})
		.meta({ id: "ApiKeyRotationRequest" }),
);

export const rotateApiKey = defineOperation({
	operationId: "rotateApiKey",
	method: "POST",
	path: "/auth/api-keys/{keyId}/rotate",
	tag: "Developer authentication",
	summary: doc("Rotate an API key"),
	description: doc(
		"Issues a successor with the same label and the same lifetime, counted from now. Send `{}` for the default overlap of one day. The old key stays valid until the overlap ends, and counts towards the maximum of five until then. A key pair may rotate itself, three times a day at most; its `keyId` is in the response that issued it. Its successor then keeps the expiry of the old key, and is revoked with it. So do not revoke the old key afterwards: let the overlap end. Unattended rotation needs an overlap of some days. With `overlapSeconds: 0` the old pair ends at once, and if the response is lost, the back-end has no valid pair: an `Idempotency-Key` does not help, because the old pair is 401 `INVALID_AUTH`, and only a session can issue another key. With an overlap the old pair still works. It can rotate once more, with a new `Idempotency-Key`, but this successor ends with the overlap; until then a session must issue a key and revoke the lost one. A rotation by a session with `overlapSeconds: 0` also ends the successors that the old key issued itself.",
	),
	policy: "developer",
	params: keyIdParam,
	body: rotateApiKeyBody,
	idempotencyKey: "by_id",
	responses: {
		201: { description: doc("The successor with its secret."), schema: issuedKeyResponse },
		200: {
			description: doc(
				"A request with the same `Idempotency-Key` issued this successor before. Its secret is not shown again.",
			),
			schema: repeatedKeyResponse,
		},
	},
	errors: ["API_KEY_NOT_FOUND", "EXCEEDED_API_KEY_AMOUNT", "USER_NOT_FOUND"],
	handler: async ({
		params: { keyId },
		body: { overlapSeconds },
		principal,
		services,
		audit,
		creation,
		now,
	}) => {
		const { developerId } = principal;
		const byKeyId = principal.via === "api_key" ? principal.keyId : undefined;
		const rotation = { developerId, keyId, overlapSeconds, byKeyId, creation, now };
		const result = await services.developers.rotateKey(rotation);
		if (result.kind === "issued_before") return replyWithRepeatedKey(result.key);
		await audit({
			action: byKeyId === undefined ? "api_key.rotated" : "api_key.rotated_itself",
			target: keyId,
		});
		await audit({ action: "api_key.issued", target: result.key.keyId });
		await services.mail.tell(developerId, "key_issued", { hint: hintOf(result.key.apiKey) }, now);
		return { status: 201, body: presentIssuedKey(result.key) };
	},
});
