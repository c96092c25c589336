/** CRC-32 (ISO 3309, as in zip and PNG). */
import { lazy } from "../../kernel/once.ts";

const POLYNOMIAL = 0xedb88320;

const table = lazy(() =>
	Uint32Array.from({ length: 256 }, (_, byte) => {
		let value = byte;
		for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ POLYNOMIAL : value >>> 1;
		return value;
	}),
);

export function crc32(text: string): number {
	const ofByte = table();
	let crc = 0xffffffff;
	for (let i = 0; i < text.length; i++) {
		crc = (crc >>> 8) ^ (ofByte[(crc ^ text.charCodeAt(i)) & 0xff] ?? 0);
	}
	return (crc ^ 0xffffffff) >>> 0;
}
