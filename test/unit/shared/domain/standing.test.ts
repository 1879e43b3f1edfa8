import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Company, companySchema } from '#shared/domain/company.ts';
import type { Connection } from '#shared/domain/connection.ts';
import { FOLDER_STATES, type Folder, folderSchema, type FolderState } from '#shared/domain/folder/folder.ts';
import { NO_CONVERSIONS } from '#shared/domain/folder/folder-conversions.ts';
import { type Counts, NO_COUNTS, standing } from '#shared/domain/standing.ts';
import { NOW } from './items.ts';

const CONNECTIONS: Readonly<Record<Connection['kind'], Connection>> = {
  active: { kind: 'active', seenAt: NOW },
  checking: { kind: 'checking', since: NOW, doubt: 'unknown' },
  invalid: { kind: 'invalid', since: NOW, reason: 'revoked' },
  paused: { kind: 'paused', since: NOW },
};

const KINDS = ['active', 'checking', 'invalid', 'paused'] as const;

describe('standing', () => {
  it('is empty before there is a company', () => {
    expect(standing(NO_COUNTS, { companies: [], folders: [] })).toBe('empty');
  });

  it('is fine when all is answered, whatever was accepted', () => {
    expect(standing({ ...NO_COUNTS, accepted: 3 }, { companies: [aCompany('active')], folders: [aFolder('present')] })).toBe('fine');
  });

  it.each(['waiting', 'uploading', 'awaiting'] as const)('is working while something is %s', (kind) => {
    expect(standing({ ...NO_COUNTS, [kind]: 1 }, { companies: [aCompany('active')], folders: [] })).toBe('working');
  });

  it.each(['held', 'unfit', 'refused'] as const)('needs a person while something is %s, whatever else', (kind) => {
    for (const connection of KINDS)
      expect(standing({ ...NO_COUNTS, [kind]: 1, waiting: 2 }, { companies: [aCompany(connection)], folders: [] })).toBe('needs-you');
  });

  it('is fine again when every refusal was dealt with, and not one sooner', () => {
    const rest = { companies: [aCompany('active')], folders: [aFolder('present')] };
    expect(standing({ ...NO_COUNTS, accepted: 3, refused: 2, settled: 1 }, rest)).toBe('needs-you');
    expect(standing({ ...NO_COUNTS, accepted: 3, refused: 2, settled: 2 }, rest)).toBe('fine');
  });

  it.each(['missing', 'silent', 'denied', 'swapped'] as const)('needs a person when a folder is %s', (state) => {
    expect(standing(NO_COUNTS, { companies: [aCompany('active')], folders: [aFolder('present'), aFolder(state)] })).toBe('needs-you');
  });

  it('says which of several connections is the worst', () => {
    expect(standing(NO_COUNTS, { companies: [aCompany('active'), aCompany('invalid'), aCompany('checking')], folders: [] })).toBe(
      'needs-you',
    );
    expect(standing(NO_COUNTS, { companies: [aCompany('paused'), aCompany('checking')], folders: [] })).toBe('disconnected');
    expect(standing({ ...NO_COUNTS, waiting: 1 }, { companies: [aCompany('active'), aCompany('paused')], folders: [] })).toBe('paused');
  });

  it('is never fine while anything is open, out of reach or in doubt', () => {
    const count = fc.nat(2);
    const counts: fc.Arbitrary<Counts> = fc
      .record({
        held: count,
        aside: count,
        unfit: count,
        waiting: count,
        uploading: count,
        awaiting: count,
        accepted: count,
        refused: count,
        noAnswer: count,
        unproven: count,
        settled: count,
      })
      .map((some) => ({ ...some, settled: Math.min(some.settled, some.refused) }));
    const companies = fc.array(fc.constantFrom(...KINDS), { minLength: 1, maxLength: 3 });
    const folders = fc.array(fc.constantFrom(...FOLDER_STATES), { maxLength: 3 });
    fc.assert(
      fc.property(counts, companies, folders, (counted, kinds, folderStates) => {
        const { accepted: _, aside: __, settled, refused, ...others } = counted;
        const open = { ...others, refused: refused - settled };
        const clear =
          Object.values(open).every((one) => one === 0) &&
          kinds.every((kind) => kind === 'active') &&
          folderStates.every((state) => state === 'present');
        expect(standing(counted, { companies: kinds.map(aCompany), folders: folderStates.map(aFolder) }) === 'fine').toBe(clear);
      }),
      { numRuns: 1_000 },
    );
  });
});

function aCompany(kind: Connection['kind']): Company {
  return companySchema.parse({
    id: '22222222-2222-4222-8222-222222222222',
    name: 'Léa SARL',
    colour: 'blue',
    integrationId: '0d9c7a7e-6d1b-4c55-8b53-51f2a2ab7c01',
    formerIntegrationIds: [],
    connection: CONNECTIONS[kind],
    connectedAt: NOW,
  });
}

function aFolder(state: FolderState): Folder {
  return folderSchema.parse({
    id: '33333333-3333-4333-8333-333333333333',
    companyId: '22222222-2222-4222-8222-222222222222',
    importType: 'purchase-invoices',
    path: '/scans',
    settleMs: 5_000,
    existing: 'send',
    addedAt: NOW,
    state,
    identity: null,
    lastSweptAt: null,
    after: 'leave',
    resultFolders: null,
    refusalNote: false,
    converts: NO_CONVERSIONS,
  });
}
