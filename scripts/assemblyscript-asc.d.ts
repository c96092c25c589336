// What is used here of the compiler. Its own types declare AssemblyScript's globals (`console`, `URL`, …) for
// the whole program and hide Node's.
declare const asc: {
	main(
		args: string[],
		api: { writeFile(name: string, contents: Uint8Array | string): void },
	): Promise<{ error: Error | null; stderr: { toString(): string } }>;
};
export default asc;
