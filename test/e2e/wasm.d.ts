/** As `wasmModule` in vitest.config.ts loads it. */
declare module "*.wasm" {
	const module: WebAssembly.Module;
	export default module;
}
