/**
 * The compiler has no types of its own. Input and output are JSON (docs.soliditylang.org, "Compiler Input and Output
 * JSON").
 */
export type ImportedSource = { contents: string } | { error: string };

declare const solc: {
	compile(input: string, callbacks?: { import(path: string): ImportedSource }): string;
	/** Such as "0.8.30+commit.73712a01.Emscripten.clang". */
	version(): string;
};
export default solc;
