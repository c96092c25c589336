/**
 * Writes a picture as JBIG2 (ITU-T T.88), as it stands in a PDF: a page and one generic region, coded arithmetically with
 * template 0. `jbig2dec -e` reads the same picture from it.
 */

/** T.88 table E.1: in hex the probability of the less likely symbol, the next states after either, and whether they switch. */
const TABLE = `
	5601:1:1:1 3401:2:6:0 1801:3:9:0 0ac1:4:12:0 0521:5:29:0 0221:38:33:0 5601:7:6:1 5401:8:14:0
	4801:9:14:0 3801:10:14:0 3001:11:17:0 2401:12:18:0 1c01:13:20:0 1601:29:21:0 5601:15:14:1 5401:16:14:0
	5101:17:15:0 4801:18:16:0 3801:19:17:0 3401:20:18:0 3001:21:19:0 2801:22:19:0 2401:23:20:0 2201:24:21:0
	1c01:25:22:0 1801:26:23:0 1601:27:24:0 1401:28:25:0 1201:29:26:0 1101:30:27:0 0ac1:31:28:0 09c1:32:29:0
	08a1:33:30:0 0521:34:31:0 0441:35:32:0 02a1:36:33:0 0221:37:34:0 0141:38:35:0 0111:39:36:0 0085:40:37:0
	0049:41:38:0 0025:42:39:0 0015:43:40:0 0009:44:41:0 0005:45:42:0 0001:45:43:0 5601:46:46:0`;

type State = [qe: number, likely: number, unlikely: number, switches: number];
const STATES = TABLE.trim()
	.split(/\s+/)
	.map((row) => row.split(":").map((value, at) => Number.parseInt(value, at === 0 ? 16 : 10)) as State);

/** T.88 annex E.2, software conventions of the encoder. */
class ArithmeticEncoder {
	readonly #bytes: number[] = [0];
	readonly #state = new Map<number, { index: number; likely: 0 | 1 }>();
	#a = 0x8000;
	#c = 0;
	#count = 12;

	encode(context: number, bit: 0 | 1): void {
		const state = this.#state.get(context) ?? { index: 0, likely: 0 };
		this.#state.set(context, state);
		const [qe, likely, unlikely, switches] = STATES[state.index] ?? [0, 0, 0, 0];
		this.#a -= qe;
		if (bit === state.likely) {
			if (this.#a & 0x8000) {
				this.#c += qe;
				return;
			}
			if (this.#a < qe) this.#a = qe;
			else this.#c += qe;
			state.index = likely;
		} else {
			if (this.#a < qe) this.#c += qe;
			else this.#a = qe;
			if (switches) state.likely = state.likely === 1 ? 0 : 1;
			state.index = unlikely;
		}
		do {
			this.#a <<= 1;
			this.#c *= 2;
			if (--this.#count === 0) this.#putByte();
		} while (!(this.#a & 0x8000));
	}

	finish(): number[] {
		const limit = this.#c + this.#a;
		this.#c = Math.floor(this.#c / 0x10000) * 0x10000 + 0xffff;
		if (this.#c >= limit) this.#c -= 0x8000;
		this.#c *= 2 ** this.#count;
		this.#putByte();
		this.#c *= 2 ** this.#count;
		this.#putByte();
		if (this.#bytes.at(-1) !== 0xff) this.#bytes.push(0xff);
		return [...this.#bytes.slice(1), 0xac];
	}

	#putByte(): void {
		const last = this.#bytes.length - 1;
		if (this.#bytes[last] !== 0xff && this.#c >= 0x8000000) {
			this.#bytes[last] = (this.#bytes[last] ?? 0) + 1;
			this.#c -= 0x8000000;
		}
		const isAfterFf = this.#bytes[last] === 0xff;
		const shift = isAfterFf ? 2 ** 20 : 2 ** 19;
		this.#bytes.push(Math.floor(this.#c / shift) & 0xff);
		this.#c %= shift;
		this.#count = isAfterFf ? 7 : 8;
	}
}

/** Template 0 with its four adaptive pixels at their usual places (6.2.5.3). */
const ADAPTIVE = [3, -1, -3, -1, 2, -2, -2, -2];
const TEMPLATE = [
	...[-1, -2, -3, -4].map((x) => [x, 0] as const),
	...[3, 2, 1, 0, -1, -2, -3].map((x) => [x, -1] as const),
	...[2, 1, 0, -1, -2].map((x) => [x, -2] as const),
];

type Bitmap = { width: number; height: number; isBlack: (x: number, y: number) => boolean };

export function encodeJbig2({ width, height, isBlack }: Bitmap): Uint8Array {
	const encoder = new ArithmeticEncoder();
	const pixel = (x: number, y: number) => (x >= 0 && y >= 0 && x < width && isBlack(x, y) ? 1 : 0);
	for (let y = 0; y < height; y++) {
		for (let x = 0; x < width; x++) {
			const context = TEMPLATE.reduce((bits, [dx, dy]) => 2 * bits + pixel(x + dx, y + dy), 0);
			encoder.encode(context, pixel(x, y));
		}
	}
	const page = [...int32(width), ...int32(height), ...int32(0), ...int32(0), 1, 0, 0];
	const place = [...int32(width), ...int32(height), ...int32(0), ...int32(0), 0];
	const region = [...place, 0, ...ADAPTIVE, ...encoder.finish()];
	return Uint8Array.from([...segment(0, PAGE, page), ...segment(1, REGION, region)]);
}

const PAGE = 48;
const REGION = 38;

/** Of page 1, referring to no other. */
const segment = (number: number, type: number, data: readonly number[]): number[] => [
	...int32(number),
	...[type, 0, 1],
	...int32(data.length),
	...data,
];

const int32 = (value: number): number[] => [24, 16, 8, 0].map((shift) => (value >> shift) & 255);
