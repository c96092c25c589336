/** Everything that the routes of this slice ask for. */
import type { AccountService } from "./account/account-service.ts";
import type { CredentialService } from "./account/credential-service.ts";
import type { ApiKeyService } from "./api-keys/api-key-service.ts";

export type DeveloperService = AccountService & ApiKeyService & CredentialService;
