import type { AppHandlers } from '#shared/app-api/handlers.ts';
import type { MonthFigures, MonthSpan } from '#shared/app-api/list/register.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { Companies } from './create-companies.ts';
import type { InstallationSecret, SecretFault, SecretsView } from '#shared/app-api/secrets.ts';
import { type CompanySecrets, isGone, type NoSecret } from './company-secrets.ts';
import { ofVault } from './prove.ts';
import { changedSettings, type CheckedInstallationChange, type InstallationFault } from '#shared/app-api/installation.ts';
import type { PlaceChange, Settings } from '#shared/app-api/settings.ts';
import type { IntegrationId } from '#shared/contract/ids.ts';
import { isSameSecret } from '#shared/node/digest.ts';
import type { CompaniesStore } from './store.ts';

export type CompanyHandlersDeps = {
  readonly companies: Companies;
  /** What became of each company's documents that were found in this span. */
  readonly months: (span: MonthSpan) => readonly MonthFigures[];
  /** What is not there although the companies' history lets one expect it. */
  readonly expected: () => Promise<Pick<AppHandlers['companies'], 'expected' | 'expect'>>;
  /** The relay knows this computer as another device from now on. */
  readonly newDevice: () => void;
};

/** The companies, as a user connects, changes and removes them. */
export function companyHandlers({ companies, months, expected, newDevice }: CompanyHandlersDeps): AppHandlers['companies'] {
  return {
    connect: ({ colour = null, ...company }) => companies.connect({ ...company, colour }),
    reconnect: (input) => companies.reconnect(input),
    check: ({ companyId }) => companies.check(companyId),
    change: ({ companyId, ...change }) => companies.change(companyId, change),
    pause: ({ companyId }) => companies.pause(companyId),
    resume: ({ companyId }) => companies.resume(companyId),
    months: (span) => ({ months: [...months(span)] }),
    expected: async (of) => (await expected()).expected(of),
    expect: async (of) => (await expected()).expect(of),
    computers: ({ companyId }) => companies.computers(companyId),
    newIdentity: async () => {
      const enrolled = await companies.enrolAgain();
      if (!enrolled.ok) return enrolled;
      newDevice();
      return ok({ renewed: true });
    },
    sendAway: ({ companyId, deviceId }) => companies.sendAway(companyId, deviceId),
    removal: ({ companyId }) => companies.removal(companyId),
    remove: ({ companyId, forget }) => companies.remove(companyId, { forget }),
  };
}

type Kept = Pick<CompanySecrets, 'installationSecret' | 'keepInstallationSecret'>;

/** The secrets of the installation; `typedIn` is called after each that a user typed in, since it may be the one that was missing. */
export function secretsHandlers(secrets: Kept, typedIn: () => void): AppHandlers['secrets'] {
  return {
    view: () => readView(secrets),
    keep: async ({ name, secret }) => {
      const kept = await secrets.keepInstallationSecret(name, secret);
      if (!kept.ok) return fail(ofVault(kept.failure));
      typedIn();
      return ok(await readView(secrets));
    },
  };
}

async function readView(secrets: Kept): Promise<SecretsView> {
  const isKept = async (name: InstallationSecret): Promise<boolean | null> => isStored(await secrets.installationSecret(name));
  return { 'proxy-password': await isKept('proxy-password'), 'client-secret': await isKept('client-secret') };
}

function isStored(found: Result<string, NoSecret>): boolean | null {
  return found.ok || (isGone(found.failure) ? false : null);
}

type InstallationHandlersDeps = {
  readonly settings: { get(): Settings; change(change: PlaceChange): Settings };
  readonly secrets: CompanySecrets;
  readonly companies: Pick<Companies, 'remove'>;
  readonly store: Pick<CompaniesStore, 'companies' | 'leavings'>;
  /** All integrations whose results are still read, former ones included. */
  readonly linked: () => readonly IntegrationId[];
};

/**
 * Where service and relay live. Otherwise anyone who may call the engine could name an address of their own and receive every
 * secret there is. So the engine accepts another place only with each secret typed in again, or after all companies were removed.
 */
export function installationHandlers(deps: InstallationHandlersDeps): AppHandlers['installation'] {
  return { change: (change) => changeInstallation(deps, change) };
}

export async function changeInstallation(
  deps: InstallationHandlersDeps,
  change: CheckedInstallationChange,
): Promise<Result<Settings, InstallationFault>> {
  const { relayUrl, service } = change;
  const before = deps.settings.get();
  const after = changedSettings(before, { relayUrl, service });
  // Whether it is a service to try things on says nothing of where secrets are sent.
  if (placeOf(after) === placeOf(before)) {
    return ok(after.service?.test === before.service?.test ? before : deps.settings.change({ relayUrl, service }));
  }
  const removed = change.startOver ? await removeAll(deps) : ok(null);
  if (!removed.ok) return removed;
  const missing = await findMissing(deps, change);
  if (!missing.ok) return missing;
  if (missing.value.companyIds.length > 0 || missing.value.clientSecret) return fail(missing.value);
  const dropped = await dropFormer(deps);
  return dropped.ok ? ok(deps.settings.change({ relayUrl, service })) : dropped;
}

function placeOf({ relayUrl, service }: Settings): string {
  return JSON.stringify([relayUrl, service === null ? null : { ...service, test: undefined }]);
}

type Missing = Extract<InstallationFault, { kind: 'secrets-wanted' }>;

/** Which kept secrets were not typed in as they are; a lost one cannot be sent anywhere. */
async function findMissing(
  { store, secrets }: InstallationHandlersDeps,
  change: CheckedInstallationChange,
): Promise<Result<Missing, InstallationFault>> {
  const companyIds: Missing['companyIds'] = [];
  for (const { id, integrationId } of store.companies()) {
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

/** Drops the secrets of replaced connections and removed companies: nobody can type them in again, and the new place has no use for them. */
async function dropFormer({ store, secrets, linked }: InstallationHandlersDeps): Promise<Result<null, InstallationFault>> {
  const current = new Set(store.companies().map(({ integrationId }) => integrationId));
  for (const integrationId of [...linked(), ...store.leavings().map((one) => one.integrationId)]) {
    const kept = current.has(integrationId) ? null : await secrets.secretOf(integrationId);
    const dropped = kept?.ok === true ? await secrets.dropSecret(integrationId) : ok(null);
    if (!dropped.ok) return fail(ofVault(dropped.failure));
  }
  return ok(null);
}

/** The vault first: while it does not open, no company is removed either. */
async function removeAll({ companies, store, secrets }: InstallationHandlersDeps): Promise<Result<null, InstallationFault>> {
  const forgotten = await forgetSecret(secrets, 'client-secret');
  if (!forgotten.ok) return forgotten;
  for (const { id } of store.companies()) companies.remove(id, { forget: false });
  return ok(null);
}

/** Deletes a secret of this installation from the vault; an absent or lost one counts as deleted. Fails while the vault does not open. */
export async function forgetSecret(secrets: Kept, name: InstallationSecret): Promise<Result<null, SecretFault>> {
  const kept = await secrets.installationSecret(name);
  if (!kept.ok) return isGone(kept.failure) ? ok(null) : fail(ofVault(kept.failure));
  const dropped = await secrets.keepInstallationSecret(name, null);
  return dropped.ok ? dropped : fail(ofVault(dropped.failure));
}
