/** Everything that the routes of this slice ask for. */
import type { AccountService } from "./account-service.ts";
import type { ApiKeyService } from "./api-key-service.ts";
import type { CredentialService } from "./credential-service.ts";

export type DeveloperService = AccountService & ApiKeyService & CredentialService;
