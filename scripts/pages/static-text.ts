/** Files below the origin that programs read: docs/design/docs-pages.md "Texts for programs". */

export type StaticText = {
	/** Below the origin, such as `/llms.txt`. */
	path: string;
	/** The `Content-Type`. */
	type: string;
	text: string;
};

/** What the Worker knows of a text before it reads its content. */
export type ListedText = Omit<StaticText, "text">;
