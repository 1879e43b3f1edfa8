/**
 * How the secrets of the sandbox begin: one that lies where it must not is recognised, and told from one of the real service.
 * With low lines, so that no file of ours has such a name: a report that names its test files holds no secret.
 */
export const SECRET_MARKS = {
  integrationSecret: 'sandbox_secret_',
  clientSecret: 'sandbox_client_',
  accessToken: 'sandbox_token_',
} as const;
