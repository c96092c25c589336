/** Keeps in this tab what is typed into a form, so that it survives a reload and the way back. */

/** By the name in `data-draft`. What the server shows again (`data-typed`) comes first. */
export function keepTyped(of: HTMLFormElement): void {
	const name = of.dataset["draft"] ?? "";
	if (of.dataset["typed"] === undefined) fill(of, new URLSearchParams(kept(name)));
	const keep = () => {
		const typed = [...new FormData(of)].filter(([field, value]) => field !== "version" && value !== "");
		try {
			sessionStorage.setItem(name, new URLSearchParams(typed as [string, string][]).toString());
		} catch {
			// No storage: the page works as it does without script.
		}
	};
	of.addEventListener("input", keep);
	of.addEventListener("change", keep);
	if (of.dataset["typed"] !== undefined) keep();
}

function kept(name: string): string {
	try {
		return sessionStorage.getItem(name) ?? "";
	} catch {
		return "";
	}
}

function fill(of: HTMLFormElement, typed: URLSearchParams): void {
	for (const [name, value] of typed) {
		const field = of.elements.namedItem(name);
		if (field instanceof HTMLInputElement && field.type === "checkbox") field.checked = true;
		else if (field instanceof RadioNodeList) field.value = value;
		else if (field instanceof HTMLInputElement && field.type === "radio")
			field.checked = field.value === value;
		else if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = value;
	}
}
