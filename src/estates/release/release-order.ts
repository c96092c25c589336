/** The court order that a release request comes with: what its document is sealed to, and its name in a download. */

/** As the `context` of kernel/sealed-document.ts. */
export function releaseOrderContext(requestId: string): string {
	return `release-order/${requestId}`;
}

/** ASCII, and nothing of the name that it was uploaded under. */
export function releaseOrderFileName(requestId: string): string {
	return `order-${requestId}.pdf`;
}
