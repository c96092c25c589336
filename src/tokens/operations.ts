import * as z from "zod";
import { defineOperation } from "../http/operation.ts";
import { toChecksumAddress } from "../kernel/crypto/address.ts";
import { doc } from "../kernel/schemas/doc.ts";
import { lazyObject } from "../kernel/schemas/lazy-object.ts";
import { addressSchema, chainIdSchema } from "../kernel/schemas/schemas.ts";
import { chainIdText } from "../recovery/case/case-list.ts";

const params = lazyObject(() => ({ chainId: chainIdText().meta({ example: 1 }), address: addressSchema() }));

const tokenResponse = lazyObject(
	{
		id: "Token",
		description: doc(
			"What the contract says about itself, which anyone can make a contract say. Null for what it does not tell. `name` and `symbol` have at most 64 characters, all printable.",
		),
	},
	() => ({
		chainId: chainIdSchema(),
		address: addressSchema(),
		name: z
			.string()
			.nullable()
			.meta({ example: doc("USD Coin") }),
		symbol: z
			.string()
			.nullable()
			.meta({ example: doc("USDC") }),
		decimals: z.int().min(0).max(255).nullable().meta({ example: 6 }),
	}),
);

/** recovery.md "What a token's contract says". */
export const getToken = defineOperation({
	operationId: "getToken",
	method: "GET",
	path: "/tokens/{chainId}/{address}",
	tag: "Recovery cases",
	summary: doc("Get a token's name, symbol and decimals"),
	description: doc(
		"Asks the token's contract at the chain's node, with five requests that the caller's budget of node requests pays. The response is neither kept nor logged. 404 if there is no contract at the address, which a detail with the rule `no_contract` says, or no node for the chain.",
	),
	policy: "claimant",
	cors: "allowlisted",
	readOnly: true,
	params,
	responses: { 200: { description: doc("What the contract says about itself."), schema: tokenResponse } },
	errors: ["RESOURCE_NOT_FOUND", "RATE_LIMITED"],
	handler: async ({ params: { chainId: chain, address }, principal, services, clientAddress }) => {
		const chainId = Number(chain);
		const by = { payer: principal, clientAddress };
		const { name, symbol, decimals } = await services.tokens.read({ chainId, address }, by);
		return { status: 200, body: { chainId, address: toChecksumAddress(address), name, symbol, decimals } };
	},
});
