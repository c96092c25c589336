export const origins = {
	title: "Origins",
	lead: "An origin is the address of your site as browsers send it. A reviewer allows it once. Then its pages may file cases for your users, and your hosted links show its host.",
	none: "There is no origin yet.",
	labels: { origin: "Origin" },
	hint: "https://, a host name and optionally a port, such as https://app.example.com, without a path or a final slash. A service on your own machine also takes http://localhost:3000 and http://127.0.0.1:3000.",
	words: {
		origin:
			"takes only the beginning of the address, such as https://app.example.com, without what follows the name; on your own machine also http://localhost:3000",
	} as Record<string, string>,
	statuses: { requested: "waits for a reviewer", allowed: "allowed", refused: "refused" },
	asked: "Asked for",
	remove: "Remove",
	ask: "Ask for an origin",
	askAction: "Ask for it",
	done: {
		requested: "The origin is on file. A reviewer decides on it.",
		removed: "The origin is removed. Its pages are rejected, and links that show it have ended.",
	} as Record<string, string>,
};
