/** The rows of the route table that belong to this slice. */

export const webhookOperations = [] as const;
