/** The platform on which a binary package may be installed, in the terms of a lock file. */
export interface Platform {
	os: [string];
	cpu?: [string];
	libc?: ["glibc" | "musl"];
}

const OS_BY_WORD: Record<string, string> = {
	aix: "aix",
	android: "android",
	darwin: "darwin",
	freebsd: "freebsd",
	linux: "linux",
	linuxmusl: "linux",
	netbsd: "netbsd",
	openbsd: "openbsd",
	openharmony: "openharmony",
	sunos: "sunos",
	win: "win32",
	win32: "win32",
	windows: "win32",
};

const CPU_BY_WORD: Record<string, string> = {
	"64": "x64",
	aarch64: "arm64",
	amd64: "x64",
	arm: "arm",
	arm64: "arm64",
	ia32: "ia32",
	loong64: "loong64",
	mips64el: "mips64el",
	ppc64: "ppc64",
	ppc64le: "ppc64",
	riscv64: "riscv64",
	s390x: "s390x",
	x64: "x64",
};

/** Packages whose name does not state their platform. */
const OS_BY_NAME: Record<string, string> = { fsevents: "darwin" };

const LIBC_BY_WORD: Record<string, "glibc" | "musl"> = { gnu: "glibc", linuxmusl: "musl", musl: "musl" };

/**
 * The platform in a binary package's name (`@scope/cli-linux-x64-musl`: Linux, x64, musl); `undefined` if the name
 * states none. A name without a C library means any.
 */
export function platformOfPackage(name: string): Platform | undefined {
	const own = OS_BY_NAME[name];
	if (own !== undefined) return { os: [own] };
	const words = name.split(/[^a-z0-9]+/);
	const os = words.map((word) => OS_BY_WORD[word]).find((found) => found !== undefined);
	const cpu = words.map((word) => CPU_BY_WORD[word]).find((found) => found !== undefined);
	if (os === undefined || cpu === undefined) return undefined;
	const libc = words.map((word) => LIBC_BY_WORD[word]).find((found) => found !== undefined);
	return { os: [os], cpu: [cpu], ...(os === "linux" && libc !== undefined ? { libc: [libc] } : {}) };
}
