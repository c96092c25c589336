import { emptyStorage } from "./empty-storage.ts";

await emptyStorage();
