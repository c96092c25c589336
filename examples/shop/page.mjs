/** The shop's page. Every value is escaped, also those of the service. */
import { referenceOf } from "./recovery.mjs";

/** What the shop tells its customers of a case. */
const STATUSES = {
	created: "filed, waits for the court's order",
	pending: "court order attached",
	action_required: "halted",
	executed: "carried out",
	rejected: "closed",
};

/**
 * @param {{
 *   customers: readonly import("./recovery.mjs").Customer[],
 *   cases: readonly import("@replevin/sdk").RecoveryCaseSummary[],
 *   link: import("@replevin/sdk").HostedLink | undefined,
 *   webhooks: ReadonlyMap<string, import("./webhooks.mjs").Received>,
 *   serviceUrl: string,
 * }} shop
 */
export function renderShop({ customers, cases, link, webhooks, serviceUrl }) {
	return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Wallet Shop</title>
<link rel="stylesheet" href="/shop.css">
<script src="/live.js" defer></script>
</head>
<body>
<header><p class="name">Wallet Shop</p><p>An example partner of Replevin</p></header>
<main>
<h1>Lost your key? Recover your account.</h1>
${link ? renderReturn(link) : ""}
<section id="customers">
<h2>Customers</h2>
<p>Each customer has a Safe, a contract account with one owner, and has lost the owner's key. The button sends the customer to
Replevin's page, where everything is filled in.</p>
<ul class="cards">
${customers.map((customer) => renderCustomer(customer, cases)).join("\n")}
</ul>
</section>
<section id="cases">
<h2>Cases, as the shop's server lists them</h2>
${renderCases(cases, serviceUrl)}
</section>
<section id="webhooks">
<h2>Webhooks, as they arrive</h2>
${renderWebhooks(webhooks)}
</section>
</main>
</body>
</html>`;
}

/**
 * @param {import("./recovery.mjs").Customer} customer
 * @param {readonly import("@replevin/sdk").RecoveryCaseSummary[]} cases newest first
 */
function renderCustomer({ id, account, newOwner }, cases) {
	const filed = cases.find(({ reference, status }) => reference === referenceOf(id) && status !== "rejected");
	return `<li>
<h3>Customer ${escaped(id)}</h3>
<dl><dt>Safe</dt><dd><code>${escaped(account)}</code></dd>
<dt>New owner, once it is recovered</dt><dd><code>${escaped(newOwner)}</code></dd></dl>
${
	filed
		? `<p>Your case: <strong>${escaped(STATUSES[filed.status])}</strong></p>`
		: `<form method="post" action="/recover">
<button name="customer" value="${escaped(id)}">Recover this account</button></form>`
}
</li>`;
}

/** @param {import("@replevin/sdk").HostedLink} link */
function renderReturn({ status, caseId }) {
	if (caseId) return `<p class="note">Thank you. Your case is filed: <code>${escaped(caseId)}</code>.</p>`;
	return `<p class="note">Your case is not filed yet. The link that you have used is <em>${escaped(status)}</em>.</p>`;
}

/**
 * @param {readonly import("@replevin/sdk").RecoveryCaseSummary[]} cases
 * @param {string} serviceUrl
 */
function renderCases(cases, serviceUrl) {
	if (cases.length === 0) return "<p>No customer has filed a case yet.</p>";
	const rows = cases.map(
		({ caseId, reference, status, lostAccount }) => `<tr>
<td>${escaped(reference ?? "")}</td>
<td><span class="status ${escaped(status)}">${escaped(STATUSES[status])}</span></td>
<td><code>${escaped(lostAccount)}</code></td>
<td><a href="${escaped(`${serviceUrl}/developers/cases/${caseId}`)}">${escaped(caseId)}</a></td>
</tr>`,
	);
	return `<div class="scroll" role="region" aria-label="Cases" tabindex="0"><table>
<thead><tr><th>Claim</th><th>Status</th><th>Safe</th><th>Case</th></tr></thead>
<tbody>${rows.join("\n")}</tbody>
</table></div>`;
}

/** @param {ReadonlyMap<string, import("./webhooks.mjs").Received>} webhooks */
function renderWebhooks(webhooks) {
	if (webhooks.size === 0) return "<p>None has arrived yet.</p>";
	const rows = [...webhooks.values()].reverse().map(
		({ event, at }) => `<tr>
<td><time datetime="${at.toISOString()}">${at.toISOString().slice(11, 19)}</time></td>
<td><code>${escaped(event.type)}</code></td>
<td>${escaped(("account" in event.data ? event.data.account : event.data.reference) ?? "")}</td>
<td>✓ verified</td>
</tr>`,
	);
	return `<div class="scroll" role="region" aria-label="Webhooks" tabindex="0"><table>
<thead><tr><th>UTC</th><th>Event</th><th>Claim</th><th>Signature</th></tr></thead>
<tbody>${rows.join("\n")}</tbody>
</table></div>`;
}

/** @param {string} text */
function escaped(text) {
	/** @type {Record<string, string>} */
	const entities = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
	return text.replace(/[&<>"']/g, (character) => entities[character] ?? "");
}
