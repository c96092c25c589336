/** The bindings that a floor case writes to. */
export type FloorStorage = { DB: D1Database; CASE_EVENTS: Queue<Pointer> };

export type Pointer = { caseId: string; eventId: string };
