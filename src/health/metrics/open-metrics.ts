/** Writes gauges in the OpenMetrics 1.0 text format. Pure. */

export const OPEN_METRICS_TYPE = "application/openmetrics-text; version=1.0.0; charset=utf-8";

type Sample = { labels?: Readonly<Record<string, string>>; value: number };

export type Family = {
	/** `info` samples get the suffix `_info`. */
	type: "gauge" | "info";
	/** Ends with the unit, if there is one. */
	name: string;
	unit?: "seconds";
	help: string;
	samples: readonly Sample[];
};

export function writeOpenMetrics(families: readonly Family[]): string {
	return `${families.map(writeFamily).join("")}# EOF\n`;
}

function writeFamily({ type, name, unit, help, samples }: Family): string {
	const suffix = type === "info" ? "_info" : "";
	const lines = [
		`# TYPE ${name} ${type}`,
		...(unit ? [`# UNIT ${name} ${unit}`] : []),
		`# HELP ${name} ${escaped(help)}`,
		...samples.map(({ labels, value }) => `${name}${suffix}${writeLabels(labels)} ${value}`),
	];
	return `${lines.join("\n")}\n`;
}

function writeLabels(labels: Readonly<Record<string, string>> = {}): string {
	const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
	return pairs.length > 0 ? `{${pairs.join(",")}}` : "";
}

function escaped(text: string): string {
	return text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll('"', '\\"');
}
