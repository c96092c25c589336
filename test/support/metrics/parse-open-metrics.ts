/**
 * Reads the OpenMetrics 1.0 text format as strictly as its grammar demands (openmetrics.io, "ABNF"). No kept parser of
 * it is on npm: those of the older Prometheus format accept what OpenMetrics forbids, such as a missing `# EOF`.
 */

type Sample = { name: string; labels: Record<string, string>; value: number };
export type ParsedFamily = { name: string; type: string; unit?: string; help?: string; samples: Sample[] };

const NAME = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/;
const LABEL = /(?<label>[a-zA-Z_][a-zA-Z0-9_]*)="(?<value>(?:[^"\\\n]|\\[\\"n])*)"/y;
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const SUFFIX: Record<string, string> = { gauge: "", info: "_info" };

/** @throws Error naming the first line that breaks the grammar */
export function parseOpenMetrics(text: string): Map<string, ParsedFamily> {
	if (!text.endsWith("\n# EOF\n") && text !== "# EOF\n") throw new Error("the text does not end with # EOF");
	const families = new Map<string, ParsedFamily>();
	let current: ParsedFamily | undefined;
	for (const line of text.slice(0, -"# EOF\n".length).split("\n").slice(0, -1)) {
		const fail = (problem: string) => new Error(`${problem}: ${line}`);
		const described = /^# (TYPE|UNIT|HELP) (\S+) (.+)$/.exec(line);
		if (described) {
			const [, kind = "", name = "", rest = ""] = described;
			if (!NAME.test(name)) throw fail("a bad name");
			if (current?.name !== name) {
				if (families.has(name)) throw fail("a family in two places");
				current = { name, type: "", samples: [] };
				families.set(name, current);
			}
			describe(current, kind, rest, fail);
			continue;
		}
		if (line.startsWith("#") || line === "") throw fail("an unknown line");
		if (!current) throw fail("a sample without a family");
		current.samples.push(sampleOf(current, line, fail));
	}
	return families;
}

type Fail = (problem: string) => Error;

function describe(family: ParsedFamily, kind: string, rest: string, fail: Fail): void {
	if (family.samples.length > 0) throw fail("a description behind the samples");
	if (kind === "TYPE") {
		if (family.type !== "") throw fail("a second type");
		if (SUFFIX[rest] === undefined) throw fail("an unknown type");
		family.type = rest;
	} else if (kind === "UNIT") {
		if (!family.name.endsWith(`_${rest}`)) throw fail("a unit that is not the name's suffix");
		family.unit = rest;
	} else {
		if (family.help !== undefined) throw fail("a second help");
		if (!/^(?:[^"\\\n]|\\[\\"n])*$/.test(rest)) throw fail("a help that is not escaped");
		family.help = rest;
	}
}

function sampleOf(family: ParsedFamily, line: string, fail: Fail): Sample {
	const [, name = "", inner, number = ""] = /^([^\s{]+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
	if (name !== family.name + (SUFFIX[family.type] ?? "?")) throw fail("a sample of another family");
	if (!NUMBER.test(number)) throw fail("a bad number");
	const labels = inner === undefined ? {} : labelsOf(inner, fail);
	const isSame = ({ labels: others }: Sample) => JSON.stringify(others) === JSON.stringify(labels);
	if (family.samples.some(isSame)) throw fail("a second sample with the same labels");
	if (family.type === "info" && number !== "1") throw fail("an info that is not 1");
	return { name, labels, value: Number(number) };
}

function labelsOf(inner: string, fail: Fail): Record<string, string> {
	const labels: Record<string, string> = {};
	let at = 0;
	while (at < inner.length) {
		if (at > 0 && inner[at++] !== ",") throw fail("labels without a comma");
		LABEL.lastIndex = at;
		const { label, value = "" } = LABEL.exec(inner)?.groups ?? {};
		if (label === undefined || label in labels) throw fail("a bad label");
		labels[label] = value.replace(/\\(.)/g, (_, escaped) => (escaped === "n" ? "\n" : escaped));
		at = LABEL.lastIndex;
	}
	return labels;
}
