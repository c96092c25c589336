/** Our own few icons, drawn with the text's colour. Each stands beside words, so screen readers skip it. */

const PATHS = {
	check: "M5 12.5l4.5 4.5L19 7",
	clock: "M12 7v5l3.5 2M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18",
	stop: "M8.5 3h7L21 8.5v7L15.5 21h-7L3 15.5v-7zM12 7.5v5.5M12 16.2v.3",
	dot: "M12 7a5 5 0 1 0 0 10a5 5 0 0 0 0-10",
	pen: "M4 20l1-4L16 5l3 3L8 19zM4 20h16",
	court: "M3 9l9-5l9 5zM6 9v8M10 9v8M14 9v8M18 9v8M3 20h18",
	key: "M11 9.5a4 4 0 1 0-3.8 4l1.8 1.8h2.5v2.5H14V20.3h2.5v-2.8l-5.7-5.7",
	send: "M3 12h17M14 6l6 6l-6 6",
	people:
		"M9 4.5a3.5 3.5 0 1 0 0 7a3.5 3.5 0 0 0 0-7M3 20c0-4 2.5-6 6-6s6 2 6 6M15.5 5a3.5 3.5 0 0 1 0 6.5M17 14.3c2.5.700 4 2.7 4 5.7",
	shield: "M11 3l8 3v6c0 4.5-3.3 7.7-8 9c-4.7-1.3-8-4.5-8-9V6zM8 12l2.2 2.2L14.5 10",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
	return (
		<svg class="icon" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
			<path d={PATHS[name]} />
		</svg>
	);
}
