import * as fc from 'fast-check';
import type { NeedsSource } from '#shared/app-api/needs-of.ts';
import type { BulkArrival } from '#shared/app-api/folder-places.ts';
import { type Company, companySchema } from '#shared/domain/company.ts';
import { type Connection, connectionSchema } from '#shared/domain/connection.ts';
import { FOLDER_STATES, type Folder, folderSchema } from '#shared/domain/folder/folder.ts';
import { NO_CONVERSIONS } from '#shared/domain/folder/folder-conversions.ts';
import { type Counts, NO_COUNTS } from '#shared/domain/standing.ts';
import { wallMs } from '#shared/lib/duration.ts';
import { storyId } from '#test/support/window/window-state.ts';

export const NOW = wallMs(1_000_000);

export const CONNECTIONS: readonly Connection[] = [
  { kind: 'active', seenAt: NOW },
  { kind: 'paused', since: NOW },
  { kind: 'invalid', since: NOW, reason: 'revoked' },
  ...(['unknown', 'partner', 'secrets', 'credentials'] as const).map((doubt) =>
    connectionSchema.parse({ kind: 'checking', since: NOW, doubt }),
  ),
];

const RELAYS: readonly NeedsSource['relay'][] = [
  { kind: 'connected', since: NOW, lastReadAt: NOW },
  { kind: 'unreachable', since: NOW, lastReadAt: null, code: 'ECONNREFUSED' },
  { kind: 'not-set' },
  { kind: 'connecting' },
];

export const MISPLACED = { path: '/home/anne/Scans', count: 2, names: ['a.pdf', 'b.pdf'] };

export const ARRIVAL: BulkArrival = {
  companyId: aCompany(0, CONNECTIONS[0]).id,
  importType: 'purchase-invoices',
  folderId: null,
  path: null,
  why: 'unwatched',
  count: 4,
  names: ['a.pdf', 'b.pdf', 'c.pdf'],
  oldest: NOW,
  newest: NOW,
};

const counts: fc.Arbitrary<Counts> = fc
  .record(Object.fromEntries(Object.keys(NO_COUNTS).map((kind) => [kind, fc.constantFrom(0, 0, 1, 7)])))
  .map((some) => ({ ...NO_COUNTS, ...some }))
  .map((some) => ({ ...some, resolved: Math.min(some.resolved, some.refused) }));

/** Views with everything that can be the matter, in any mixture. */
export const seen: fc.Arbitrary<NeedsSource> = fc
  .record({
    counts,
    connections: fc.array(fc.constantFrom(...CONNECTIONS), { maxLength: 3 }),
    folders: fc.array(fc.constantFrom(...FOLDER_STATES), { maxLength: 3 }),
    bulkArrivals: fc.subarray([ARRIVAL]),
    misplaced: fc.subarray([MISPLACED]),
    relay: fc.constantFrom(...RELAYS),
    vault: fc.constantFrom('open', 'absent', 'locked', 'unavailable', 'lost', 'damaged', 'newer', 'unreadable'),
    disk: fc.constantFrom({ kind: 'good' as const }, { kind: 'bad' as const, since: NOW, fault: 'full' as const }),
    isDelayed: fc.boolean(),
    isMadeAnew: fc.boolean(),
    isClockWrong: fc.boolean(),
    waitsForMains: fc.boolean(),
  })
  .map(({ connections, folders, isDelayed, isMadeAnew, isClockWrong, ...rest }) =>
    aView({
      ...rest,
      counts: { ...rest.counts, held: rest.counts.held + rest.bulkArrivals.reduce((sum, { count }) => sum + count, 0) },
      companies: connections.map((connection, at) => aCompany(at, connection)),
      folders: folders.map((state, at) => aFolder(at, state)),
      delay: isDelayed ? { items: 1, failure: { kind: 'offline', code: 'x' }, since: NOW } : null,
      recovery: isMadeAnew ? { at: NOW, source: 'nothing', upTo: null, keptAs: null } : null,
      ...(isClockWrong ? { clockAheadMs: 3_600_000 } : {}),
    }),
  );

/** All is well in it, except for what the test changes. */
export function aView(change: Partial<NeedsSource>): NeedsSource {
  return {
    counts: NO_COUNTS,
    companies: [aCompany(0)],
    folders: [aFolder(0, 'present')],
    misplaced: [],
    relay: { kind: 'connected', since: NOW, lastReadAt: NOW },
    answers: { mode: 'stream', lastEventAt: null, missing: 0, forged: 0, unknownKey: 0, unmatched: 0, closed: [] },
    vault: 'open',
    disk: { kind: 'good' },
    recovery: null,
    now: NOW,
    ...change,
  };
}

export function aCompany(at: number, connection: Connection = { kind: 'active', seenAt: NOW }, name = 'A'): Company {
  const id = storyId(at + 1);
  return companySchema.parse({ id, name, colour: 'blue', integrationId: id, formerIntegrationIds: [], connection, connectedAt: NOW });
}

export function aFolder(at: number, state: Folder['state']): Folder {
  return folderSchema.parse({
    id: storyId(50 + at),
    companyId: storyId(1),
    importType: 'purchase-invoices',
    path: `/scans/${at}`,
    settleMs: 5_000,
    existing: 'ask',
    addedAt: NOW,
    state,
    identity: null,
    lastSweptAt: NOW,
    after: 'leave',
    resultFolders: null,
    refusalNote: false,
    converts: NO_CONVERSIONS,
  });
}
