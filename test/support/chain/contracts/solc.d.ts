/** The compiler has no types of its own. Input and output are JSON (docs.soliditylang.org, "Compiler Input and Output JSON"). */
declare module "solc" {
	const solc: { compile(input: string): string };
	export default solc;
}
