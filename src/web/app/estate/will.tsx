/** `/estate/will`: the versions on file, each to read back, and the choice of a new document. */
import { download } from "../core/api.ts";
import { Facts } from "../core/facts.tsx";
import { fieldsOf, SelectField, TextField } from "../core/fields.tsx";
import { LinkLine } from "../core/form.tsx";
import { Code, Time } from "../core/format.tsx";
import type { PageContext } from "../core/page-env.ts";
import type { Problem } from "../core/problems.ts";
import { page } from "../core/respond.tsx";
import type { History } from "./history.tsx";
import { estatePath, type Profile, readEstate, readProfile, timeToObject } from "./profile.ts";

/** The signed facts of a document, as a form has them. */
export type WillEntries = { sha256: string; size: string; mimeType: string };

type Will = NonNullable<Profile["will"]>;

/** A will has a hundred versions at most, and reads of them stand between. */
const MAX_HISTORY_PAGES = 10;
const NOTHING: WillEntries = { sha256: "", size: "", mimeType: "application/pdf" };

export async function willPage(
	c: PageContext,
	{ entries = NOTHING, problems = [] }: { entries?: WillEntries; problems?: Problem[] } = {},
): Promise<Response> {
	const { will: copy, tasks, back } = c.get("copy").estate;
	const { will } = await readProfile(c);
	const versions = will ? await lodgedVersions(c) : [];
	return page(
		c,
		{
			...{ title: copy.title, area: "people", lead: copy.lead(timeToObject(c)), scripts: ["will"] },
			...{ done: { lodged: copy.lodgedNote }, problems, labels: labelsOf(c) },
		},
		<>
			<p>{copy.operator}</p>
			{will && <Newest c={c} will={will} />}
			{versions.length > 1 && <Versions c={c} versions={versions} />}
			<h2>{will ? copy.new : tasks.will.action}</h2>
			<p class="note caution">{copy.caution}</p>
			<NewWill c={c} isFirst={!will} entries={entries} problems={problems} />
			<LinkLine href="/estate" text={back} />
		</>,
	);
}

function labelsOf(c: PageContext): WillEntries {
	const { sha256, size, type: mimeType } = c.get("copy").estate.will;
	return { sha256, size, mimeType };
}

/** From the history, since the profile has the newest one alone. */
async function lodgedVersions(c: PageContext): Promise<{ version: string; at: string }[]> {
	const versions: { version: string; at: string }[] = [];
	let cursor: string | null = "";
	for (let pages = 0; cursor !== null && pages < MAX_HISTORY_PAGES; pages++) {
		const query = new URLSearchParams({ limit: "100", ...(cursor !== "" && { cursor }) });
		const { data, nextCursor }: History = await readEstate<History>(c, `/history?${query}`);
		for (const { action, target, at } of data) {
			if (action === "will.lodged" && target !== null) versions.push({ version: target, at });
		}
		cursor = nextCursor;
	}
	return versions;
}

function Newest({ c, will }: { c: PageContext; will: Will }) {
	const { labels, signing } = c.get("copy");
	const { will: copy } = c.get("copy").estate;
	const { bytes } = c.get("copy").cases.documents;
	const href = `/estate/will/file?version=${will.version}`;
	return (
		<section aria-labelledby="newest">
			<h2 id="newest">{copy.newest}</h2>
			<Facts
				of={[
					[labels.version, will.version],
					[copy.lodged, <Time c={c} iso={will.uploadedAt} />],
					[copy.document, `${copy.types[will.mimeType]}, ${bytes(will.size)}`],
				]}
			/>
			<details>
				<summary>{signing.technical}</summary>
				<Facts of={[[labels.fileFingerprint, <Code c={c} text={will.sha256} />]]} />
			</details>
			<p class="hint" data-check-hint hidden>
				{copy.checkHint}
			</p>
			<p class="actions">
				<button
					type="button"
					data-check={href}
					data-sha256={will.sha256}
					data-reading={copy.checked.reading}
					data-matches={copy.checked.matches}
					data-differs={copy.checked.differs}
					data-failed={copy.checked.failed}
					hidden
				>
					{copy.check}
				</button>
				<a class="button second" href={href} download data-unchecked>
					{copy.download}
				</a>
			</p>
			<p role="status" data-check-status />
		</section>
	);
}

function Versions({ c, versions }: { c: PageContext; versions: { version: string; at: string }[] }) {
	const { will: copy } = c.get("copy").estate;
	return (
		<section aria-labelledby="versions">
			<h2 id="versions">{copy.versions}</h2>
			<ul>
				{versions.map(({ version, at }) => (
					<li>
						<a href={`/estate/will/file?version=${version}`} download>
							{copy.downloadVersion(version)}
						</a>
						, <Time c={c} iso={at} />
					</li>
				))}
			</ul>
		</section>
	);
}

type NewWillProps = { c: PageContext; isFirst: boolean; entries: WillEntries; problems: Problem[] };

/** The script shows the choice of a file, and fills in the other fields. */
function NewWill({ c, isFirst, entries, problems }: NewWillProps) {
	const { will: copy } = c.get("copy").estate;
	const field = fieldsOf({ labels: labelsOf(c), typed: entries, problems });
	return (
		<form novalidate method="post" action="/estate/will" data-hash data-unsent={copy.unsent}>
			<div class="field" data-choice hidden>
				<label for="document">{copy.file}</label>
				<p class="hint" id="document-hint">
					{`${copy.newText} ${copy.fileHint}`}
				</p>
				<input
					id="document"
					type="file"
					accept=".pdf,.txt,application/pdf,text/plain"
					aria-describedby="document-hint"
				/>
				<p
					role="status"
					data-status
					data-missing={copy.noFile}
					data-hashing={copy.hashing}
					data-hashed={copy.hashed}
					data-failed={copy.hashFailed}
					data-empty={copy.problems.NO_FILE_BUFFER}
					data-too-large={copy.problems.tooLarge}
					data-other-type={copy.problems.INVALID_FILE_FORMAT}
				/>
			</div>
			<div data-by-hand>
				<p>{`${copy.withoutScript} ${copy.newText} ${copy.withoutScriptText}`}</p>
				<TextField {...field("sha256")} autocomplete="off" spellcheck="false" />
				<TextField {...field("size")} inputmode="numeric" autocomplete="off" />
				<SelectField {...field("mimeType")} options={Object.entries(copy.types)} />
			</div>
			<div class="actions">
				<button type="submit" class={isFirst ? undefined : "second"}>
					{c.get("copy").common.action.goToSign}
				</button>
			</div>
		</form>
	);
}

/** The API opens the sealed document, and hashes it again. */
export function readWill(c: PageContext): Promise<Response> {
	const version = c.req.query("version");
	const query = version === undefined ? "" : `?${new URLSearchParams({ version })}`;
	return download(c, estatePath(c, `/will${query}`), "wallet");
}
