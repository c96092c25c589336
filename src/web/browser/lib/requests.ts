/** Requests with progress. Pages come as documents, because the policy lets no text become HTML. */

export type PageResponse = {
	/** Null if there was no response. */
	page: Document | null;
	/** Where redirects led to. */
	path: string;
};

/** @param progress gets whole per cents of the body */
export function postForm(
	url: string,
	body: FormData | URLSearchParams,
	progress?: (percent: number) => void,
): Promise<PageResponse> {
	const request = new XMLHttpRequest();
	request.open("POST", url);
	request.responseType = "document";
	request.upload.addEventListener("progress", ({ loaded, total }) => {
		progress?.(Math.floor((100 * loaded) / total));
	});
	return new Promise((resolve) => {
		request.addEventListener("loadend", () => {
			const page = request.responseXML;
			resolve({ page, path: page ? new URL(request.responseURL).pathname : "" });
		});
		request.send(body);
	});
}

/** @returns null unless the response is a file */
export function getBlob(
	url: string,
	progress: (percent: number) => void,
): Promise<{ blob: Blob; fileName: string } | null> {
	const request = new XMLHttpRequest();
	request.open("GET", url);
	request.responseType = "blob";
	request.addEventListener("progress", ({ loaded, total }) => {
		if (total > 0) progress(Math.floor((100 * loaded) / total));
	});
	return new Promise((resolve) => {
		request.addEventListener("loadend", () => {
			const disposition = request.getResponseHeader("Content-Disposition") ?? "";
			const fileName = /filename="([^"]+)"/.exec(disposition)?.[1];
			const isFile = request.status === 200 && fileName !== undefined;
			resolve(isFile ? { blob: request.response as Blob, fileName } : null);
		});
		request.send();
	});
}

/** @throws Error if the page lacks an element that its script needs */
export function within<T extends Element>(root: ParentNode, selector: string, type: new () => T): T {
	const found = root.querySelector(selector);
	if (!(found instanceof type)) throw new Error(`the page has no ${selector}`);
	return found;
}
