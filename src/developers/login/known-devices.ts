/**
 * Devices that have logged in before (auth.md "Known devices"). A value of the device cookie is
 * `<pepper version>.<device id>.<expiry>.<MAC>`. The MAC covers the developer's id, which the value does not name.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import { cookieOf, deviceCookieName } from "../../http/cookies.ts";
import type { Peppers } from "../../kernel/crypto/pepper.ts";

const LIFETIME_SECONDS = 180 * 24 * 60 * 60;

const VALUE =
	/^(?<version>[0-9]{1,6})\.(?<deviceId>[A-Za-z0-9_-]{22})\.(?<expiry>[0-9]{1,12})\.(?<mac>[A-Za-z0-9_-]{43})$/;

/** A value of the right form, whose MAC is not verified. `expiry` in unix seconds, as text. */
export type ClaimedDevice = { version: string; deviceId: string; expiry: string; mac: string };

export type KnownDevices = ReturnType<typeof createKnownDevices>;

export function createKnownDevices(peppers: Peppers) {
	function macOf(developerId: string, { version, deviceId, expiry }: Omit<ClaimedDevice, "mac">) {
		const key = peppers.keyFor("device-cookie", Number(version));
		return (
			key && createHmac("sha256", key).update(`${developerId}\0${deviceId}\0${expiry}`).digest("base64url")
		);
	}

	return {
		/** Names a new device each time, so that a login restores the budget. */
		issue(developerId: string, now: number): string {
			const claim = {
				version: String(peppers.currentVersion),
				deviceId: newDeviceId(),
				expiry: String(Math.floor(now / 1000) + LIFETIME_SECONDS),
			};
			return `${claim.version}.${claim.deviceId}.${claim.expiry}.${macOf(developerId, claim)}`;
		},
		/** @param developerId undefined for an unknown e-mail address, which takes the same time */
		isKnown(developerId: string | undefined, claimed: ClaimedDevice, now: number): boolean {
			const mac = macOf(developerId ?? "", claimed);
			if (mac === undefined || developerId === undefined || Number(claimed.expiry) * 1000 <= now)
				return false;
			return timingSafeEqual(Buffer.from(mac), Buffer.from(claimed.mac));
		},
	};
}

export function readDevice(value: string | undefined): ClaimedDevice | undefined {
	const groups = VALUE.exec(value ?? "")?.groups;
	return groups && (groups as ClaimedDevice);
}

/** Strict, because only the service's own pages log in. */
export function deviceCookie(appOrigin: string, value: string): string {
	const name = deviceCookieName(appOrigin);
	return cookieOf({ appOrigin, name, value, maxAgeSeconds: LIFETIME_SECONDS, sameSite: "Strict" });
}

function newDeviceId(): string {
	return Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("base64url");
}
