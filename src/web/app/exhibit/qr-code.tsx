import { qrPath } from "./qr-path.ts";

/** A QR code as SVG, black on white in every colour scheme, without script and without style attributes. */
export function QrCode({ text, label }: { text: string; label: string }) {
	const { size, path } = qrPath(text);
	return (
		<svg
			class="qr"
			viewBox={`0 0 ${size} ${size}`}
			role="img"
			aria-label={label}
			shape-rendering="crispEdges"
		>
			<rect width={size} height={size} fill="#fff" />
			<path d={path} fill="#000" />
		</svg>
	);
}
