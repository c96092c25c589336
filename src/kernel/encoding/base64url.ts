/** The bytes of base64url without padding (RFC 4648, section 5); null unless the text is their only form. */
export function decodeBase64url(text: string): Uint8Array<ArrayBuffer> | null {
	if (!/^[A-Za-z0-9_-]*$/.test(text) || text.length % 4 === 1) return null;
	const standard = text.replaceAll("-", "+").replaceAll("_", "/");
	const binary = atob(standard);
	// Unused bits of the last character must be zero.
	if (btoa(binary).replaceAll("=", "") !== standard) return null;
	return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
