import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { companySecrets } from '#electron/companies/company-secrets.ts';
import type { ConnectionCheck } from '#shared/domain/connection.ts';
import { createCompanies } from '#electron/companies/create-companies.ts';
import type { RelayDoor, RelayProblem } from '#electron/companies/prove.ts';
import { createVault } from '#electron/companies/vault.ts';
import { type Journal, openJournal } from '#electron/journal/open-journal.ts';
import type { IntegrationId } from '#shared/contract/ids.ts';
import type { Company } from '#shared/domain/company.ts';
import { MINUTE_MS } from '#shared/lib/duration.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type { SecretFault, SecretStore } from '#shared/ports/world.ts';
import { nodeFiles } from '#electron/platform/files/node-files.ts';
import { recordingLog, seededRandom, virtualClock } from '#test/support/virtual-world.ts';
import { tempFolder } from '#test/support/folders.ts';

export const ONE = '11111111-1111-4111-8111-111111111111' as IntegrationId;
export const TWO = '22222222-2222-4222-8222-222222222222' as IntegrationId;
export const VALID: ConnectionCheck = { kind: 'valid' };
export const UNKNOWN: ConnectionCheck = { kind: 'unknown', where: 'service', code: 'status-500' };
export const GONE: ConnectionCheck = { kind: 'invalid', reason: null, status: 401 };

export type World = ReturnType<typeof aWorld>;

/** A journal and a vault of its own on the disk. The test sets the answers of service and relay; the questions are recorded. */
export function aWorld() {
  const profile = tempFolder();
  const [clock, random, log] = [virtualClock(), seededRandom(5), recordingLog()];
  const opened = openJournal(join(profile, 'journal.sqlite'), { clock, random });
  if (!opened.ok) throw new Error(opened.failure.detail);
  const journal = opened.value;
  const says = {
    checked: VALID as ConnectionCheck | (() => Promise<ConnectionCheck>),
    enrol: null as RelayProblem | null,
    prove: null as RelayProblem | null,
    leave: null as RelayProblem | null,
    forget: null as RelayProblem | null,
    ready: true,
    checkEveryMs: 15 * MINUTE_MS,
    keychain: null as SecretFault | null,
    isShut: false,
  };
  const asked: string[] = [];
  const vault = createVault({ profile, files: nodeFiles(), random, secrets: aKeychain(() => says.keychain) });
  const secrets = companySecrets(vault, () => 'https://relay.test');
  const changes: Company[] = [];
  const start = () => companiesOf({ clock, random, log, journal, secrets, says, asked, changes });
  const world = { companies: start() };
  onTestFinished(async () => {
    await world.companies.close();
    journal.close();
  });
  return Object.assign(world, {
    profile,
    clock,
    log,
    journal,
    says,
    asked,
    secrets,
    changes,
    only: () => onlyOf(journal),
    /** The program ends and starts again: nothing is left but what is on the disk. */
    restart: async (): Promise<void> => {
      await world.companies.close();
      world.companies = start();
      world.companies.start();
    },
  });
}

type CompaniesOf = {
  readonly clock: ReturnType<typeof virtualClock>;
  readonly random: ReturnType<typeof seededRandom>;
  readonly log: ReturnType<typeof recordingLog>;
  readonly journal: Journal;
  readonly secrets: ReturnType<typeof companySecrets>;
  readonly says: Says;
  readonly asked: string[];
  readonly changes: Company[];
};

function companiesOf({ clock, random, log, journal, secrets, says, asked, changes }: CompaniesOf) {
  return createCompanies({
    clock,
    random,
    log,
    secrets,
    store: journal.companies,
    deviceName: () => 'Office',
    checkEveryMs: () => says.checkEveryMs,
    ready: () => says.ready,
    check: async ({ secret }) => {
      asked.push(`check ${secret}`);
      return typeof says.checked === 'function' ? says.checked() : says.checked;
    },
    relay: aRelay(asked, says),
    isShut: () => says.isShut,
    changed: (company) => changes.push(company),
    proved: () => {},
    removed: () => undefined,
  });
}

type Says = {
  readonly checked: ConnectionCheck | (() => Promise<ConnectionCheck>);
  readonly ready: boolean;
  readonly checkEveryMs: number;
  readonly isShut: boolean;
  readonly enrol: RelayProblem | null;
  readonly prove: RelayProblem | null;
  readonly leave: RelayProblem | null;
  readonly forget: RelayProblem | null;
};

function aRelay(asked: string[], says: Says): RelayDoor {
  return {
    enrol: async (name) => {
      asked.push(`enrol ${name}`);
      return says.enrol === null ? ok({ deviceToken: `device-${asked.length}` }) : fail(says.enrol);
    },
    prove: async (_, secret) => {
      asked.push(`prove ${secret}`);
      return says.prove === null ? ok({}) : fail(says.prove);
    },
    leave: async (integrationId) => {
      asked.push(`leave ${integrationId}`);
      return says.leave === null ? ok({}) : fail(says.leave);
    },
    devices: async () => fail({ kind: 'unreachable' }),
    sendAway: async (integrationId, deviceId, secret) => {
      asked.push(`send away ${deviceId} ${secret}`);
      return fail({ kind: 'unreachable' });
    },
    forget: async (_, secret) => {
      asked.push(`forget ${secret}`);
      return says.forget === null ? ok({}) : fail(says.forget);
    },
    leaveForGood: async () => {
      asked.push('leave for good');
      return says.leave === null ? ok({}) : fail(says.leave);
    },
  };
}

function onlyOf(journal: Journal): Company {
  const [company] = journal.companies.companies();
  if (company === undefined) throw new Error('no company');
  return company;
}

function aKeychain(fault: () => SecretFault | null): SecretStore {
  const kept = new Map<string, string>();
  const answer = <T>(act: () => T): Result<T, SecretFault> => {
    const now = fault();
    return now === null ? ok(act()) : fail(now);
  };
  return {
    get: async (name) => answer(() => kept.get(name) ?? null),
    set: async (name, secret) => answer(() => (kept.set(name, secret), null)),
    delete: async (name) => answer(() => (kept.delete(name), null)),
  };
}

export async function connected(world: World): Promise<Company> {
  const made = await world.companies.connect({ name: 'Bakery', colour: null, integrationId: ONE, integrationSecret: 's3cret' });
  if (!made.ok) throw new Error(made.failure.kind);
  world.asked.length = 0;
  return made.value;
}
