/** Binds a will's seal to one estate (ADR 15), so that no other estate can open it, nor anyone after an erasure. */
export function willContext(
	estate: { estateId: string; chainId: number; ownerAddress: string },
	version: number,
): string {
	return `estate-will/${estate.estateId}/${estate.chainId}/${estate.ownerAddress.toLowerCase()}/${version}`;
}
