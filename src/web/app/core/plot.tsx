/** Plots drawn on the server: bars in SVG, with the same numbers as a table behind them (hosted-app.md "Parts of pages"). */
import type { PageContext } from "./page-env.ts";
import { Table } from "./table.tsx";

export type PlotBar = {
	label: string;
	/** One for each series, which are stacked. Null if there is nothing to measure. */
	values: readonly (number | null)[];
	/** More cells for the table, by `more`. */
	more?: readonly string[];
};

type Props = {
	c: PageContext;
	title: string;
	/** Heading of the column of labels. */
	of: string;
	/** The second one is drawn as an outline, so that paper and colour-blind readers tell them apart. */
	series: readonly { name: string; tone: "act" | "wait" | "danger" | "finished" }[];
	/** Oldest first where they are times. */
	bars: readonly PlotBar[];
	/** Bars beside their words, for categories. Otherwise upright, for times. */
	isLying?: boolean;
	/** A value in words. */
	say?: (value: number) => string;
	/** Headings of further columns of the table. */
	more?: readonly string[];
};

/** In units of the view box, which scales with the page. */
const WIDTH = 320;
const HEIGHT = 120;
const LINE = 26;
const TEXT = 14;
/** Where lying bars begin and end: words stand before them, the number behind them. */
const [LEFT, RIGHT] = [120, 270];

export function Plot(props: Props) {
	const { c, title, of, series, bars, isLying = false, say = String, more = [] } = props;
	const { common } = c.get("copy");
	const top = Math.max(1, ...bars.map(sumOf));
	return (
		<figure class="plot">
			<figcaption>
				<strong>{title}</strong>
				{series.length > 1 &&
					series.map(({ name, tone }, at) => <span class={keyClass(tone, at)}>{name}</span>)}
			</figcaption>
			<svg viewBox={`0 0 ${WIDTH} ${isLying ? bars.length * LINE : HEIGHT + TEXT + 4}`} aria-hidden="true">
				{isLying ? (
					<Lying bars={bars} series={series} top={top} say={say} />
				) : (
					<Upright bars={bars} series={series} top={top} say={say} />
				)}
			</svg>
			<details>
				<summary>{common.plot.asTable}</summary>
				<Table
					caption={title}
					rows={bars}
					columns={[
						[of, ({ label }) => label],
						...series.map(
							({ name }, at) =>
								[
									name,
									({ values }: PlotBar) => (typeof values[at] === "number" ? say(values[at]) : "–"),
								] as const,
						),
						...more.map((heading, at) => [heading, (bar: PlotBar) => bar.more?.[at] ?? "–"] as const),
					]}
				/>
			</details>
		</figure>
	);
}

type Drawn = Required<Pick<Props, "bars" | "series" | "say">> & { top: number };

const sumOf = ({ values }: PlotBar): number => values.reduce<number>((sum, value) => sum + (value ?? 0), 0);
const keyClass = (tone: string, at: number) => `${tone}${at > 0 ? " outlined" : ""}`;

/** Where each part of a stack begins, and how long it is. */
function stackOf({ values }: PlotBar, scale: number): { from: number; length: number; at: number }[] {
	let from = 0;
	return values.flatMap((value, at) => {
		const length = (value ?? 0) * scale;
		const part = { from, length, at };
		from += length;
		return length > 0 ? [part] : [];
	});
}

function Lying({ bars, series, top, say }: Drawn) {
	const scale = (RIGHT - LEFT) / top;
	return bars.map((bar, row) => {
		const middle = row * LINE + LINE / 2;
		return (
			<>
				<text x={LEFT - 8} y={middle} text-anchor="end" dominant-baseline="central">
					{bar.label}
				</text>
				{stackOf(bar, scale).map(({ from, length, at }) => (
					<rect
						class={keyClass(series[at]?.tone ?? "act", at)}
						x={LEFT + from}
						y={row * LINE + 4}
						width={length}
						height={LINE - 8}
						rx="2"
					/>
				))}
				<text x={LEFT + sumOf(bar) * scale + 6} y={middle} dominant-baseline="central">
					{say(sumOf(bar))}
				</text>
			</>
		);
	});
}

function Upright({ bars, series, top, say }: Drawn) {
	const step = WIDTH / Math.max(1, bars.length);
	// The highest bar has its number above it.
	const scale = (HEIGHT - TEXT - 4) / top;
	const highest = bars.findIndex((bar) => sumOf(bar) === top);
	return (
		<>
			<path class="axis" d={`M0 ${HEIGHT}H${WIDTH}`} />
			{bars.flatMap((bar, column) =>
				stackOf(bar, scale).map(({ from, length, at }) => (
					<rect
						class={keyClass(series[at]?.tone ?? "act", at)}
						x={column * step + step / 8}
						y={HEIGHT - from - length}
						width={(step * 3) / 4}
						height={length}
						rx="2"
					/>
				)),
			)}
			{highest >= 0 && (
				<text
					x={Math.min(Math.max(step * (highest + 0.5), 24), WIDTH - 24)}
					y={TEXT - 2}
					text-anchor="middle"
				>
					{say(top)}
				</text>
			)}
			<text x="0" y={HEIGHT + TEXT}>
				{bars[0]?.label}
			</text>
			<text x={WIDTH} y={HEIGHT + TEXT} text-anchor="end">
				{bars.at(-1)?.label}
			</text>
		</>
	);
}
