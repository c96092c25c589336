// Shows what is new as soon as a webhook has arrived. Without this script, reloading the page does the same.
new EventSource("/live").onmessage = async () => {
	const response = await fetch(location.href);
	const page = new DOMParser().parseFromString(await response.text(), "text/html");
	for (const id of ["customers", "cases", "webhooks"]) {
		document.getElementById(id)?.replaceWith(page.getElementById(id) ?? "");
	}
};
