import { createHash, timingSafeEqual } from 'node:crypto';
import { changedSettings } from '#shared/app-api/changed-settings.ts';
import type { CheckedInstallationChange, InstallationFault } from '#shared/app-api/installation.ts';
import type { Settings } from '#shared/app-api/settings.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { InstallationPart } from '../api/parts.ts';
import { isGone, type NoSecret } from '../companies/company-secrets.ts';
import { ofVault } from '../companies/prove.ts';
import type { Parts } from './create-parts.ts';

/**
 * Where service and relay live. Whoever may call the engine could otherwise name an address of their own and be sent every
 * secret there is, so that another place wants each of them typed in again, or all companies removed.
 */
export function installationPart(parts: Pick<Parts, 'settings' | 'secrets' | 'companies' | 'journal'>): InstallationPart {
  return {
    change: async (change) => {
      const { relayUrl, service } = change;
      const before = parts.settings.get();
      if (placeOf(changedSettings(before, { relayUrl, service })) === placeOf(before)) return ok(before);
      if (change.startOver) await removeAll(parts);
      const missing = await missingOf(parts, change);
      if (!missing.ok) return missing;
      if (missing.value.companyIds.length > 0 || missing.value.clientSecret) return fail(missing.value);
      await dropFormer(parts);
      return ok(parts.settings.change({ relayUrl, service }));
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
  if (kept.ok) return ok(typed === undefined || !timingSafeEqual(hash(kept.value), hash(typed)));
  return isGone(kept.failure) ? ok(false) : fail(ofVault(kept.failure));
}

function hash(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** Of connections that were replaced and of companies that were removed: nobody has them at hand any more, and the new place has no use for them. */
async function dropFormer({ journal, secrets }: By): Promise<void> {
  const current = new Set(journal.companies.companies().map(({ integrationId }) => integrationId));
  for (const { integrationId } of [...journal.results.links(), ...journal.companies.leavings()])
    if (!current.has(integrationId)) await secrets.dropSecret(integrationId);
}

async function removeAll({ companies, journal, secrets }: By): Promise<void> {
  for (const { id } of journal.companies.companies()) companies.remove(id, { forget: false });
  await secrets.keepInstallationSecret('client-secret', null);
}
