export const origins = {
	title: "Your sites",
	lead: "Our pages tell your users which site sent them. So a reviewer of this service allows each site once. Then you can make hosted links, and pages of the site can file cases.",
	none: "You have no site yet.",
	labels: { origin: "Address of your site" },
	hint: "Such as https://app.example.com, without what follows the name.",
	/** Added where the service runs on the developer's own machine. */
	hintHere: "On this machine also http://localhost:3000, which is allowed at once.",
	words: {
		origin: "Begin with https:// and end with the name, such as https://app.example.com",
	} as Record<string, string>,
	statuses: { requested: "waits for a reviewer", allowed: "allowed", refused: "refused" },
	asked: "Asked for",
	waits: "A reviewer decides on it. You can do all other steps meanwhile.",
	weMail: "We mail you the decision.",
	remove: "Remove",
	ask: "Ask for a site",
	askAction: "Ask for it",
	done: {
		requested: "We have your request.",
		allowed: "The site is allowed. You can make a link now.",
		refused: "A reviewer has refused this site. The reason is below.",
		removed: "The site is removed. Its pages are rejected, and links that show it have ended.",
	} as Record<string, string>,
};
