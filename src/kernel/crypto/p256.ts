/** P-256 (FIPS 186-5, SEC 2 section 2.4.2): y² = x³ - 3x + b modulo P. */
const P = 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn;
const B = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn;

/** Coordinates are in base64url. Not constant-time; for public keys only. */
export function isP256Point({ x, y }: { x: string; y: string }): boolean {
	const [a, b] = [fromBase64Url(x), fromBase64Url(y)];
	if (a >= P || b >= P) return false;
	return (b * b - (a * a * a - 3n * a + B)) % P === 0n;
}

function fromBase64Url(text: string): bigint {
	const bytes = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
	return BigInt(
		`0x0${Array.from(bytes, (char) => char.charCodeAt(0).toString(16).padStart(2, "0")).join("")}`,
	);
}
