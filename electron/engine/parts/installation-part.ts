import { changedSettings } from '#shared/app-api/changed-settings.ts';
import type { CheckedInstallationChange, InstallationFault } from '#shared/app-api/installation.ts';
import type { Settings } from '#shared/app-api/settings.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { isSameSecret } from '#shared/node/is-same-secret.ts';
import type { InstallationPart } from '../api/parts.ts';
import { isGone, type NoSecret } from '../../companies/company-secrets.ts';
import { forgetSecret } from '../../companies/forget-secret.ts';
import { ofVault } from '../../companies/prove.ts';
import type { Parts } from '../create-parts.ts';

/**
 * Where service and relay live. Whoever may call the engine could otherwise name an address of their own and be sent every
 * secret there is. So the engine takes another place only with each secret typed in again, or after all companies were removed.
 */
export function installationPart(parts: Pick<Parts, 'settings' | 'secrets' | 'companies' | 'journal'>): InstallationPart {
  return {
    change: async (change) => {
      const { relayUrl, service } = change;
      const before = parts.settings.get();
      if (placeOf(changedSettings(before, { relayUrl, service })) === placeOf(before)) return ok(before);
      const removed = change.startOver ? await removeAll(parts) : ok(null);
      if (!removed.ok) return removed;
      const missing = await missingOf(parts, change);
      if (!missing.ok) return missing;
      if (missing.value.companyIds.length > 0 || missing.value.clientSecret) return fail(missing.value);
      const dropped = await dropFormer(parts);
      return dropped.ok ? ok(parts.settings.change({ relayUrl, service })) : dropped;
    },
  };
}

function placeOf({ relayUrl, service }: Settings): string {
  return JSON.stringify([relayUrl, service]);
}

type By = Parameters<typeof installationPart>[0];
type Missing = Extract<InstallationFault, { kind: 'secrets-wanted' }>;

/** Whose secret is kept and was not typed in as it is; a lost one cannot be sent anywhere. */
async function missingOf({ journal, secrets }: By, change: CheckedInstallationChange): Promise<Result<Missing, InstallationFault>> {
  const companyIds: Missing['companyIds'] = [];
  for (const { id, integrationId } of journal.companies.companies()) {
    const typed = change.secrets.find((one) => one.integrationId === integrationId)?.secret;
    const isMissing = differs(await secrets.secretOf(integrationId), typed);
    if (!isMissing.ok) return isMissing;
    if (isMissing.value) companyIds.push(id);
  }
  const own = differs(await secrets.installationSecret('client-secret'), change.clientSecret);
  if (!own.ok) return own;
  return ok({ kind: 'secrets-wanted', companyIds, clientSecret: own.value && change.service !== undefined });
}

function differs(kept: Result<string, NoSecret>, typed: string | undefined): Result<boolean, InstallationFault> {
  if (kept.ok) return ok(typed === undefined || !isSameSecret(kept.value, typed));
  return isGone(kept.failure) ? ok(false) : fail(ofVault(kept.failure));
}

/** Of connections that were replaced and of companies that were removed: nobody has them at hand any more, and the new place has no use for them. */
async function dropFormer({ journal, secrets }: By): Promise<Result<null, InstallationFault>> {
  const current = new Set(journal.companies.companies().map(({ integrationId }) => integrationId));
  for (const { integrationId } of [...journal.results.links(), ...journal.companies.leavings()]) {
    const kept = current.has(integrationId) ? null : await secrets.secretOf(integrationId);
    const dropped = kept?.ok === true ? await secrets.dropSecret(integrationId) : ok(null);
    if (!dropped.ok) return fail(ofVault(dropped.failure));
  }
  return ok(null);
}

/** The vault comes first: while it does not open, no company is removed either. */
async function removeAll({ companies, journal, secrets }: By): Promise<Result<null, InstallationFault>> {
  const forgotten = await forgetSecret(secrets, 'client-secret');
  if (!forgotten.ok) return forgotten;
  for (const { id } of journal.companies.companies()) companies.remove(id, { forget: false });
  return ok(null);
}
