/**
 * An example partner: a shop for wallets, whose customers recover accounts through Replevin. Copy it. It runs on Node.js
 * 20.11; README.md says how to start it. It takes from its environment:
 *
 * - REPLEVIN_URL, REPLEVIN_API_KEY, REPLEVIN_API_SECRET: the service and the shop's key pair
 * - WEBHOOK_SECRET: the secret of the endpoint SHOP_URL/webhooks
 * - SHOP_URL: where the shop listens. A reviewer of the service has allowed it as an origin
 * - CUSTOMERS: JSON, a list of customers as in recovery.mjs and README.md. A real shop has them in its database
 */
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { Replevin, WebhookVerificationError } from "@replevin/sdk";
import { renderShop } from "./page.mjs";
import { createRecoveries } from "./recovery.mjs";
import { createWebhooks } from "./webhooks.mjs";

const MAX_BODY_LENGTH = 65_536;

const serviceUrl = setting("REPLEVIN_URL");
const shopUrl = new URL(setting("SHOP_URL"));

const replevin = new Replevin({
	baseUrl: serviceUrl,
	apiKey: setting("REPLEVIN_API_KEY"),
	apiSecret: setting("REPLEVIN_API_SECRET"),
});
const webhooks = createWebhooks(setting("WEBHOOK_SECRET"));
const recoveries = createRecoveries(replevin, JSON.parse(setting("CUSTOMERS")), shopUrl);

/** @typedef {(request: import("node:http").IncomingMessage, response: import("node:http").ServerResponse, url: URL) => void | Promise<void>} Handler */

/** @type {Record<string, Handler>} */
const routes = {
	"GET /": showShop,
	"GET /back": showShop,
	"POST /recover": startRecovery,
	"POST /webhooks": receiveWebhook,
	"GET /live": (_request, response) => webhooks.follow(response),
	"GET /shop.css": serveFile("shop.css", "text/css"),
	"GET /live.js": serveFile("live.js", "text/javascript"),
};

/** @type {Handler} */
async function showShop(_request, response, url) {
	const linkId = url.searchParams.get("link");
	const [cases, link] = await Promise.all([
		replevin.cases.list().toArray({ limit: 20 }),
		// The link's id in the address proves nothing. The service says what has become of the link.
		linkId ? replevin.links.get(linkId).catch(() => undefined) : undefined,
	]);
	const { customers } = recoveries;
	const html = renderShop({ customers, cases, link, webhooks: webhooks.received, serviceUrl });
	response.writeHead(200, {
		"Content-Type": "text/html; charset=utf-8",
		"Content-Security-Policy": `default-src 'self'; form-action 'self' ${serviceUrl}; frame-ancestors 'none'`,
		"Cache-Control": "no-store",
	});
	response.end(html);
}

/**
 * Sends the customer to the service's page. A real shop knows its customer from the session of the browser.
 * @type {Handler}
 */
async function startRecovery(request, response) {
	if (request.headers.origin !== undefined && request.headers.origin !== shopUrl.origin)
		return void response.writeHead(403).end("This form is not of this site.");
	const form = new URLSearchParams(await readBody(request));
	const url = await recoveries.makeLink(form.get("customer") ?? "");
	if (url === undefined) return void response.writeHead(404).end("There is no such customer.");
	// The url is a secret of the customer, so it is sent to this browser only, and neither stored nor logged.
	response.writeHead(303, { Location: url }).end();
}

/**
 * The body is verified as it arrived, before any JSON parser. Every status but 2xx makes the service send it again.
 * @type {Handler}
 */
async function receiveWebhook(request, response) {
	try {
		await webhooks.receive(await readBody(request), request.headers);
		response.writeHead(204).end();
	} catch (error) {
		if (!(error instanceof WebhookVerificationError)) throw error;
		console.log(`rejected a webhook: ${error.message}`);
		response.writeHead(400).end();
	}
}

/**
 * @param {import("node:http").IncomingMessage} request
 * @throws RangeError for a body that is larger than any webhook, which ends the connection
 */
async function readBody(request) {
	let body = "";
	for await (const chunk of request.setEncoding("utf8")) {
		body += chunk;
		if (body.length > MAX_BODY_LENGTH) throw new RangeError("The body of the request is too large.");
	}
	return body;
}

/**
 * @param {string} name
 * @param {string} type
 * @returns {Handler}
 */
function serveFile(name, type) {
	const content = readFileSync(join(import.meta.dirname, "public", name));
	return (_request, response) => void response.writeHead(200, { "Content-Type": type }).end(content);
}

/** @param {string} name */
function setting(name) {
	const value = process.env[name];
	if (!value) throw new Error(`The shop needs ${name} in its environment.`);
	return value;
}

const server = createServer(async (request, response) => {
	const path = request.url ?? "/";
	// Anybody may ask for a path that is no URL, such as //.
	const url = URL.canParse(path, shopUrl.href) ? new URL(path, shopUrl) : undefined;
	const route = url && routes[`${request.method} ${url.pathname}`];
	try {
		if (route) await route(request, response, url);
		else response.writeHead(404).end("There is no such page.");
	} catch (error) {
		console.error(error);
		if (!response.headersSent) response.writeHead(502);
		response.end("The shop cannot do this now. Please try again.");
	}
});
server.listen(Number(shopUrl.port), shopUrl.hostname, () => console.log(`listening on ${shopUrl.origin}`));
