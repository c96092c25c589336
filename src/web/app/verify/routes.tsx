/**
 * `/verify`: explains itself without script, and holds all evidence keys, so that its script checks files with the
 * network off.
 */
import type { Hono } from "hono";
import { TextField } from "../core/fields.tsx";
import { Items } from "../core/format.tsx";
import type { PageContext, PageEnv } from "../core/page-env.ts";
import { page } from "../core/respond.tsx";

const KEYS_PATH = "/.well-known/evidence-jwks.json";

export function mountVerify(pages: Hono<PageEnv>): void {
	pages.get("/verify", showVerify);
}

async function showVerify(c: PageContext): Promise<Response> {
	const { appOrigin } = c.env.settings;
	const keys = await c.env.callApi(new Request(`${appOrigin}${KEYS_PATH}`));
	const copy = c.get("copy").verify;
	return page(
		c,
		{ title: copy.title, area: "people", scripts: ["verify"], lead: copy.lead },
		<>
			<div class="asks">
				<div id="from-paper"></div>
				<h2>{copy.steps.heading}</h2>
				<Items of={copy.steps.items} isOrdered />
			</div>
			<noscript>
				<div class="note caution">
					<h2>{copy.without.heading}</h2>
					<p>
						{copy.without.off} {copy.without.expert}
					</p>
				</div>
			</noscript>
			<div id="not-loaded" class="note caution">
				<h2>{copy.without.notLoaded}</h2>
				<p>
					{copy.without.reload} {copy.without.expert}
				</p>
			</div>
			<section id="verify" hidden data-keys={await keys.text()}>
				<div class="asks">
					<TextField
						name="paper"
						label={copy.fingerprint.label}
						hint={copy.fingerprint.hint}
						rows={2}
						autocomplete="off"
						isCode
					/>
					<p id="paper-read" class="hint" role="status"></p>
					<div class="field">
						<label for="file">{copy.file.label}</label>
						<p id="file-hint" class="hint">
							{copy.file.hint} {copy.file.drop}
						</p>
						<input id="file" type="file" accept=".json,application/json" aria-describedby="file-hint" />
					</div>
					<p class="quiet">{copy.offline}</p>
				</div>
				<p id="progress" role="status"></p>
				<div id="result"></div>
			</section>
		</>,
	);
}
