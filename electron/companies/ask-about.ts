import type { IntegrationId } from '#shared/contract/ids.ts';
import type { Company } from '#shared/domain/company.ts';
import type { ConnectDeps } from './connect.ts';
import type { CheckTrigger, ConnectionFinding, SecretFinding } from './connection-after.ts';
import { isGone } from './company-secrets.ts';
import { proveAgain } from './prove.ts';

export type AskAboutDeps = ConnectDeps & {
  /**
   * Whether the relay no longer lets this computer read the log of an integration. A proof would begin that again, which is for a user to
   * decide (another computer may have sent this one away), so it is given only when a user asks.
   */
  readonly isShut: (integrationId: IntegrationId) => boolean;
};

/**
 * Asks the service about a company's connection, and where the secret is in question the relay too: the service's status route may call a
 * connection valid whatever the secret is, and an import route may refuse the right one for a moment.
 */
export async function askAbout(deps: AskAboutDeps, company: Company, causes: ReadonlySet<CheckTrigger>): Promise<ConnectionFinding> {
  const { integrationId, connection } = company;
  const secret = await deps.secrets.secretOf(integrationId);
  if (!secret.ok) return { kind: 'no-secret', isGone: isGone(secret.failure) };
  const checked = await deps.check({ integrationId, secret: secret.value });
  const isWrong = connection.kind === 'invalid' && connection.reason === 'wrong-secret';
  if (checked.kind !== 'valid' || !(isWrong || causes.has('import-refused'))) return checked;
  if (deps.isShut(integrationId) && !causes.has('asked')) return { kind: 'secret', is: 'unproven' };
  return proof(deps, integrationId);
}

async function proof(deps: AskAboutDeps, integrationId: IntegrationId): Promise<ConnectionFinding> {
  const proved = await proveAgain(deps, integrationId);
  if (proved.ok) return { kind: 'secret', is: 'right' };
  const { failure } = proved;
  if (failure.kind === 'secret-gone') return { kind: 'no-secret', isGone: true };
  if (failure.kind === 'wrong-secret') return { kind: 'secret', is: 'wrong' };
  const again = failure.againAt === undefined ? {} : { againMs: failure.againAt - deps.clock.wallMs() };
  return { kind: 'secret', is: failure.kind === 'relay-limited' ? 'limited' : 'unproven', ...again } satisfies SecretFinding;
}
