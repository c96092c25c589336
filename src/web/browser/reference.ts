/** Opens the samples of the language that the reader has opened last, in all operations. */

const KEY = "sample-language";
const samples = document.querySelectorAll<HTMLDetailsElement>("details[data-language]");

const chosen = localStorage.getItem(KEY);
if (chosen !== null) open(chosen);

for (const details of samples) {
	const summary = details.querySelector("summary");
	summary?.addEventListener("click", () => {
		const { language } = details.dataset;
		// A click closes what is open.
		if (language === undefined || details.open) return;
		localStorage.setItem(KEY, language);
		const before = details.getBoundingClientRect().top;
		requestAnimationFrame(() => {
			open(language);
			// Samples above may be longer in that language: the reader's stays where it is.
			scrollBy({ top: details.getBoundingClientRect().top - before, behavior: "instant" });
		});
	});
}

function open(language: string): void {
	for (const details of samples) if (details.dataset.language === language) details.open = true;
}

export {};
