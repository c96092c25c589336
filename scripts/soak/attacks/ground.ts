/** What an attack knows of the service and its victims. It counts the responses that the attack gets. */
import { randomInt } from "node:crypto";
import { partnerAt, type ServicePartner } from "../../../test/support/service/service-client.ts";
import { from } from "../client.ts";

export type Target = {
	url: string;
	/** The account of the well-behaved developer. */
	email: string;
	/** An allowed origin of hers. */
	origin: string;
	/** The lost account that the well-behaved claimant names too. */
	contested: `0x${string}`;
	/** The path of the case that the well-behaved owner contests. */
	owned: string;
};

export type Ground = Target & {
	port: number;
	/** A client of one of the attack's 64 networks, another one each time. */
	stranger(): ServicePartner;
	/** An address of one of them. */
	address(): string;
	count(status: number): void;
	/** Sends, reads the response to its end and counts it. */
	send(
		...call: [client: ServicePartner, ...Parameters<ServicePartner["send"]>]
	): Promise<{ status: number; body: unknown }>;
};

/** Prepares an attack. @returns one step of it, which is repeated */
export type Attack = (ground: Ground) => Promise<() => Promise<unknown>>;

const NETWORKS = 64;

/** @param index of the attack; each has its own networks */
export function groundOf(target: Target, index: number, count: (status: number) => void): Ground {
	let turn = 0;
	const address = () => `10.${index}.${++turn % NETWORKS}.${randomInt(1, 255)}`;
	return {
		...target,
		port: Number(new URL(target.url).port),
		address,
		stranger: () => partnerAt(target.url, from(address())),
		count,
		async send(client, ...call) {
			const response = await client.send(...call);
			const text = await response.text();
			count(response.status);
			return { status: response.status, body: text === "" ? null : JSON.parse(text) };
		},
	};
}
