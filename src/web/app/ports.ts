/** Everything that the API's script passes to the pages' module. */
export type PagePorts = {
	/** Answers a request to `/api/v1` in process, like that of any other client. */
	callApi: (request: Request) => Promise<Response>;
	/** A file of `public`, by its path from the origin. */
	readFile: (path: string) => Promise<Response>;
	settings: PageSettings;
	/** Names the request in errors and logs. */
	requestId: string;
	/** If the request was refused before a page could respond. */
	problem: PageProblem | null;
};

type PageSettings = {
	brand: string;
	/** The service's own origin. */
	appOrigin: string;
	operator: { name: string | null; contact: string | null };
	/** Opens anonymous sessions. Never leaves the server. */
	uiClient: { id: string; secret: string };
};

export type PageProblem = {
	status: number;
	code: string;
	/** Null if there is no time to wait for. */
	retryAfterSeconds: number | null;
};

export type PagesModule = { respond: (request: Request, ports: PagePorts) => Promise<Response> };
