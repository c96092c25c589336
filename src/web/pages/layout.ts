import { html } from "hono/html";
import type { Page } from "../page-response.ts";

export function layout({ brand, title, content }: { brand: string; title: string; content: Page }): Page {
	return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} &ndash; ${brand}</title>
<link rel="stylesheet" href="/assets/pages.css">
</head>
<body>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`;
}
