import { qrPath } from "./qr-path.ts";

/** A text as a QR code, black on white in every theme. @param alt what the code is, for who does not see it */
export function Qr({ text, alt }: { text: string; alt: string }) {
	const { size, path } = qrPath(text);
	return (
		<svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={alt} shape-rendering="crispEdges">
			<rect width={size} height={size} fill="#fff" />
			<path d={path} fill="#000" />
		</svg>
	);
}
