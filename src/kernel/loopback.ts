const IPV4_LOOPBACK = /^127(\.\d{1,3}){3}$/;

/** @param hostname as the URL parser returns it */
export function isLoopback(hostname: string): boolean {
	return hostname === "localhost" || hostname === "[::1]" || IPV4_LOOPBACK.test(hostname);
}
