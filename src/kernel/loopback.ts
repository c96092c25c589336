const IPV4_LOOPBACK = /^127(\.\d{1,3}){3}$/;

/** Tells whether a host name, as the URL parser returns it, always means the caller's own machine. */
export function isLoopback(hostname: string): boolean {
	return hostname === "localhost" || hostname === "[::1]" || IPV4_LOOPBACK.test(hostname);
}
