/** Issues evidence bundles. The signing key never leaves the Worker (ADR 18). */
import type { Caller } from "../case/case-access.ts";
import type { EvidenceSource } from "../case/case-messages.ts";
import { buildEvidence, type EvidenceInput, evidenceText } from "./evidence.ts";
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
};

/** @returns the text of a bundle; null if there is no case for this caller */
export function createEvidenceIssuer({ sourceOf, receiptsOf, issuer, signer }: EvidencePorts) {
	return async (caller: Caller, caseId: string, now: number): Promise<string | null> => {
		const source = await sourceOf(caseId, caller);
		if (!source) return null;
		const { state, history, events } = source;
		const eventIds = events.map(({ event }) => event.eventId);
		const receipts = state.developerId === null ? [] : await receiptsOf(state.developerId, eventIds);
		// Only the developer who owns the endpoints may see their ids.
		const deliveries = deliveriesOf(receipts, caller.kind === "developer");
		const bundle = await buildEvidence({
			issuer,
			issuedAt: now,
			state,
			history,
			events: events.map((event) => ({ ...event, deliveries: deliveries(event.event.eventId) })),
			signer: await signer(),
		});
		return evidenceText(bundle);
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
