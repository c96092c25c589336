/** Keeps in this tab what is typed into a form, so that it survives a reload and the way back. */

/**
 * By the name in `data-draft`. All that the server shows again (`data-typed`) comes first, and so do fields that it has chosen
 * (`data-chosen`).
 */
export function keepTyped(of: HTMLFormElement): void {
	const { draft: name = "", typed: again, chosen } = of.dataset;
	if (again === undefined) fill(of, kept(name), chosen?.split(" "));
	const keepAll = () => {
		const typed = [...new FormData(of)].filter(([field, value]) => field !== "version" && value !== "");
		keep(name, new URLSearchParams(typed as [string, string][]));
	};
	of.addEventListener("input", keepAll);
	of.addEventListener("change", keepAll);
	if (again !== undefined || chosen !== undefined) keepAll();
}

export function keep(name: string, typed: URLSearchParams): void {
	try {
		sessionStorage.setItem(name, typed.toString());
	} catch {
		// No storage: the page works as it does without script.
	}
}

export function kept(name: string): URLSearchParams {
	try {
		return new URLSearchParams(sessionStorage.getItem(name) ?? "");
	} catch {
		return new URLSearchParams();
	}
}

function fill(of: HTMLFormElement, typed: URLSearchParams, chosen: readonly string[] = []): void {
	for (const [name, value] of typed) {
		if (chosen.includes(name)) continue;
		const field = of.elements.namedItem(name);
		if (field instanceof HTMLInputElement && field.type === "checkbox") field.checked = true;
		else if (field instanceof RadioNodeList) field.value = value;
		else if (field instanceof HTMLInputElement && field.type === "radio")
			field.checked = field.value === value;
		else if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = value;
	}
}
