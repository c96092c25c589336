/** The password of test accounts, and the headers that send a credential. */

export const PASSWORD = "Lorem-ipsum-7";

export const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

export const keyPairHeaders = ({ apiKey, apiSecret }: { apiKey: string; apiSecret: string }) => ({
	"x-api-key": apiKey,
	"x-api-secret": apiSecret,
});
