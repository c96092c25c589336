import type { MailToRender } from "../../mail/deliver-mails.ts";
import type { AccountOnChain } from "../../protocol/recovery-module/account-on-chain.ts";

/** Everything that the API's script passes to the pages' module. */
export type PagePorts = {
	/** Responds to a request to `/api/v1` in process, as to any other client. */
	callApi: (request: Request) => Promise<Response>;
	/** A file of `public`, by its path from the origin. */
	readFile: (path: string) => Promise<Response>;
	settings: PageSettings;
	/** Asks the node of a chain in `moduleReviewers`; the client's network pays. "unavailable": also if it has asked too much. */
	accountOnChain: (of: { chainId: number; account: string }) => Promise<AccountOnChain | "unavailable">;
	/** Names the request in errors and logs. */
	requestId: string;
	/** Null unless mail is delivered on this machine. */
	mailbox: { list(): Promise<LocalMail[]>; find(mailId: string): Promise<LocalMail | undefined> } | null;
	/** If the request was refused before a page could respond. */
	problem: PageProblem | null;
};

type PageSettings = {
	brand: string;
	/** The service's own origin. */
	appOrigin: string;
	operator: { name: string | null; contact: string | null };
	/** The sender's address; null if the service sends no mail. */
	mailFrom: string | null;
	/** Between the attachment of an order and the earliest execution. */
	challengePeriodSeconds: number;
	/** How many reviewers must verify a court order. */
	reviewersToVerify: number;
	/** Between a request for a will and the earliest approval. */
	releaseChallengeSeconds: number;
	/** Reviewers' signing addresses, in lower case, by the chains that have the recovery module. */
	moduleReviewers: ReadonlyMap<number, readonly string[]>;
	/** Beginnings of the addresses of block explorers, by chain. */
	explorers: ReadonlyMap<number, string>;
	/** Opens anonymous sessions. Never leaves the server. */
	uiClient: { id: string; secret: string };
};

export type PageProblem = {
	status: number;
	code: string;
	/** Null if there is no time to wait for. */
	retryAfterSeconds: number | null;
};

/** In the mailbox of a service on this machine. */
type LocalMail = {
	mailId: string;
	recipient: string;
	subject: string;
	html: string;
	text: string;
	/** Unix milliseconds. */
	at: number;
};

export type PagesModule = {
	respond: (request: Request, ports: PagePorts) => Promise<Response>;
	/** The words and the looks of a mail, in its recipient's language. */
	renderMail: (
		mail: MailToRender,
		settings: Pick<PageSettings, "brand" | "appOrigin" | "operator">,
	) => Promise<{ subject: string; html: string; text: string }>;
};
