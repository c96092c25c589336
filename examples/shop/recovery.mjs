import { encodeFunctionData, parseAbi } from "viem";

/**
 * A customer whose account is a Safe with one owner, whose key is lost.
 *
 * @typedef {{
 *   id: string,
 *   account: import("viem").Address,
 *   lostOwner: import("viem").Address,
 *   newOwner: import("viem").Address,
 *   chainId: number,
 * }} Customer
 */

const safe = parseAbi(["function swapOwner(address prevOwner, address oldOwner, address newOwner)"]);
/** In a Safe's list of owners, it stands before the first one. */
const FIRST = "0x0000000000000000000000000000000000000001";

/**
 * The shop's own name for the claim, which the case and all its webhooks repeat. It tells nothing about the customer,
 * because courts read it.
 *
 * @param {string} customerId
 */
export const referenceOf = (customerId) => `claim:${customerId}`;

/**
 * @param {import("@replevin/sdk").Replevin} replevin
 * @param {readonly Customer[]} customers
 * @param {URL} shopUrl
 */
export function createRecoveries(replevin, customers, shopUrl) {
	/**
	 * Makes a link on whose page the customer signs the case. Everything is filled in and locked, so the customer reads it,
	 * and signs.
	 *
	 * @param {string} customerId
	 * @returns {Promise<string | undefined>} where to send the customer; undefined for an unknown one
	 */
	async function makeLink(customerId) {
		const customer = customers.find(({ id }) => id === customerId);
		if (customer === undefined) return undefined;
		const link = await replevin.links.create({
			reference: referenceOf(customer.id),
			prefill: {
				lostAccount: customer.account,
				recoveryAccount: customer.newOwner,
				chainId: customer.chainId,
				reasonForRecovery: "lost key",
				transactions: [{ dest: customer.account, value: "0", data: replaceOwner(customer) }],
			},
			locked: ["lostAccount", "recoveryAccount", "chainId", "reasonForRecovery", "transactions"],
			returnUrl: `${shopUrl.origin}/back`,
		});
		return link.url;
	}

	return { customers, makeLink };
}

/**
 * What the case asks for: the Safe gives the place of the lost owner to the new one.
 *
 * @param {Customer} customer
 */
function replaceOwner({ lostOwner, newOwner }) {
	return encodeFunctionData({ abi: safe, functionName: "swapOwner", args: [FIRST, lostOwner, newOwner] });
}
