/**
 * Issues evidence bundles: what the case's object hands out, what the webhook endpoints still know of deliveries,
 * and the signature of a key that never leaves the Worker (ADR 18).
 */
import type { Viewer } from "../case/caller.ts";
import type { EvidenceSource } from "../case/case-messages.ts";
import { buildEvidence, type EvidenceInput, evidenceText } from "./evidence.ts";
import type { EvidenceSigner } from "./sign-head.ts";

/** That an endpoint has accepted an event; `deliveredAt` in unix milliseconds. */
type Receipt = { eventId: string; endpointId: string; deliveredAt: number; httpStatus: number };

export type EvidencePorts = {
	sourceOf: (caseId: string, viewer: Viewer) => Promise<EvidenceSource | null>;
	/** Those on record at the developer's endpoints. An endpoint that does not answer adds none. */
	receiptsOf: (developerId: string, eventIds: string[]) => Promise<Receipt[]>;
	/** Origin of the service. */
	issuer: string;
	signer: () => Promise<EvidenceSigner>;
};

/** @returns the text of a bundle, which verifies as it stands; null where there is no case for this viewer */
export function createEvidenceIssuer({ sourceOf, receiptsOf, issuer, signer }: EvidencePorts) {
	return async (viewer: Viewer, caseId: string, now: number): Promise<string | null> => {
		const source = await sourceOf(caseId, viewer);
		if (!source) return null;
		const { state, history, events } = source;
		const eventIds = events.map(({ event }) => event.eventId);
		const receipts = state.developerId === null ? [] : await receiptsOf(state.developerId, eventIds);
		// Only whose endpoints they are may know them.
		const deliveries = deliveriesOf(receipts, viewer.kind === "developer");
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
	const inOrder = receipts.toSorted((a, b) => a.deliveredAt - b.deliveredAt);
	const byEvent = Map.groupBy(inOrder, ({ eventId }) => eventId);
	return (eventId) =>
		(byEvent.get(eventId) ?? []).map(({ endpointId, deliveredAt, httpStatus }) => ({
			endpointId: withEndpoints ? endpointId : null,
			deliveredAt,
			httpStatus,
		}));
}
