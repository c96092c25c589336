// Declares the parts of the compiler used here. Its own types declare AssemblyScript's globals for the whole program,
// which hides Node's.
declare const asc: {
	main(
		args: string[],
		api: { writeFile(name: string, contents: Uint8Array | string): void },
	): Promise<{ error: Error | null; stderr: { toString(): string } }>;
};
export default asc;
