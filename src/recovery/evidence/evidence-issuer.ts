/** Issues evidence bundles. The signing key never leaves the Worker (recovery.md "Evidence keys"). */

import { wideNetworkOf } from "../../kernel/client-network.ts";
import { noTurnError } from "../../quota/errors.ts";
import type { Turns } from "../../quota/turns.ts";
import type { Caller } from "../case/case-access.ts";
import type { EvidenceSource } from "../case/case-messages.ts";
import { buildEvidence, type EvidenceInput } from "./evidence.ts";
import type { EvidenceSigner } from "./sign-head.ts";

/** `deliveredAt`: unix milliseconds. */
type Receipt = { eventId: string; endpointId: string; deliveredAt: number; httpStatus: number };

export type EvidencePorts = {
	sourceOf: (caseId: string, caller: Caller) => Promise<EvidenceSource | null>;
	/** Leaves out endpoints that do not respond. */
	receiptsOf: (developerId: string, eventIds: string[]) => Promise<Receipt[]>;
	/** Origin of the service. */
	issuer: string;
	signer: () => Promise<EvidenceSigner>;
	turns: Turns;
};

/** `clientAddress`: as in the request. */
export type EvidenceRequest = { caseId: string; clientAddress: string; now: number };

/**
 * @returns the text of a bundle; null if there is no case for this caller
 * @throws AppError RATE_LIMITED or SERVICE_UNAVAILABLE if too many read evidence at the moment
 */
export type IssueEvidence = (caller: Caller, request: EvidenceRequest) => Promise<string | null>;

export function createEvidenceIssuer({
	sourceOf,
	receiptsOf,
	turns,
	...ports
}: EvidencePorts): IssueEvidence {
	async function issue(caller: Caller, { caseId, now }: EvidenceRequest): Promise<string | null> {
		const source = await sourceOf(caseId, caller);
		if (!source) return null;
		const { state, history, events } = source;
		const eventIds = events.map(({ event }) => event.eventId);
		const receipts = state.developerId === null ? [] : await receiptsOf(state.developerId, eventIds);
		// Only the developer who owns the endpoints may see their ids.
		const deliveries = deliveriesOf(receipts, caller.kind === "developer");
		return buildEvidence({
			issuer: ports.issuer,
			issuedAt: now,
			state,
			history,
			events: events.map((event) => ({ ...event, deliveries: deliveries(event.event.eventId) })),
			signer: await ports.signer(),
		});
	}

	return async (caller, request) => {
		const turn = await turns.run(wideNetworkOf(request.clientAddress), () => issue(caller, request));
		if (turn.kind === "no_turn") throw noTurnError(turn);
		return turn.value;
	};
}

type Deliveries = EvidenceInput["events"][number]["deliveries"];

function deliveriesOf(receipts: readonly Receipt[], withEndpoints: boolean): (eventId: string) => Deliveries {
	const sorted = receipts.toSorted((a, b) => a.deliveredAt - b.deliveredAt);
	const byEvent = Map.groupBy(sorted, ({ eventId }) => eventId);
	return (eventId) =>
		(byEvent.get(eventId) ?? []).map(({ endpointId, deliveredAt, httpStatus }) => ({
			endpointId: withEndpoints ? endpointId : null,
			deliveredAt,
			httpStatus,
		}));
}
