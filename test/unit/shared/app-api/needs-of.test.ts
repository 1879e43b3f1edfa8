import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mustAct, type Need, needsOf, type NeedsSource, standingOf } from '#shared/app-api/needs-of.ts';
import { integrationIdSchema } from '#shared/contract/ids.ts';
import type { BulkArrival } from '#shared/app-api/views.ts';
import { type Company, companySchema } from '#shared/domain/company.ts';
import { type Connection, connectionSchema } from '#shared/domain/connection.ts';
import { FOLDER_STATES, type Folder, folderSchema } from '#shared/domain/folder/folder.ts';
import { type Counts, NO_COUNTS, standing } from '#shared/domain/standing.ts';
import { wallMs } from '#shared/lib/duration.ts';
import { storyId } from '#test/support/window/window-ids.ts';

const NOW = wallMs(1_000_000);

const CONNECTIONS: readonly Connection[] = [
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
];

const MISPLACED = { path: '/home/anne/Scans', count: 2, names: ['a.pdf', 'b.pdf'] };

const ARRIVAL: BulkArrival = {
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
  .map((some) => ({ ...some, settled: Math.min(some.settled, some.refused) }));

const seen: fc.Arbitrary<NeedsSource> = fc
  .record({
    counts,
    connections: fc.array(fc.constantFrom(...CONNECTIONS), { maxLength: 3 }),
    folders: fc.array(fc.constantFrom(...FOLDER_STATES), { maxLength: 3 }),
    bulkArrivals: fc.subarray([ARRIVAL]),
    strays: fc.subarray([MISPLACED]),
    relay: fc.constantFrom(...RELAYS),
    vault: fc.constantFrom('open', 'absent', 'locked', 'unavailable', 'lost'),
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

const of = (needs: readonly Need[], kind: Need['kind']) => needs.filter((need) => need.kind === kind);

describe('what needs the person', () => {
  it('is nothing at all where all is well, and that is the only such view', () => {
    expect(needsOf(aView({}))).toEqual([]);
  });

  it('is listed exactly while the word at a glance asks for the person', () => {
    fc.assert(
      fc.property(seen, (view) => {
        expect(standingOf(view) === 'needs-you').toBe(needsOf(view).some(mustAct));
      }),
    );
  });

  it('is never less than what the standing has always asked for', () => {
    fc.assert(
      fc.property(seen, (view) => {
        const always = standing(view.counts, view);
        expect(always === 'needs-you' ? standingOf(view) : always).toBe(always);
      }),
    );
  });

  it('names each company, folder, stray place and kind of document that is in trouble, whatever else is', () => {
    fc.assert(
      fc.property(seen, (view) => {
        if (view.companies.length === 0) return;
        const needs = needsOf(view);
        const asked = of(needs, 'flood').flatMap((need) => ('arrival' in need ? [need.arrival] : []));
        expect(asked).toEqual(view.bulkArrivals ?? []);
        const held = [...asked, ...of(needs, 'questions')].reduce((sum, need) => sum + ('count' in need ? need.count : 0), 0);
        expect(held).toBe(view.counts.held);
        for (const [kind, count] of [
          ['refused', view.counts.refused - view.counts.settled],
          ['unfit', view.counts.unfit],
          ['unproven', view.counts.unproven],
          ['no-answer', view.counts.noAnswer],
        ] as const)
          expect(of(needs, kind)).toEqual(count === 0 ? [] : [{ kind, count }]);
        expect(of(needs, 'folder')).toHaveLength(view.folders.filter(({ state }) => state !== 'present').length);
        expect(of(needs, 'company')).toHaveLength(view.companies.filter(({ connection }) => connection.kind === 'invalid').length);
        expect(of(needs, 'strays')).toHaveLength(view.strays.length);
      }),
    );
  });

  it('names each company whose answers this computer may not read, unless its connection has ended anyway', () => {
    const companies = CONNECTIONS.map((connection, at) => aCompany(at, connection));
    const view = aView({ companies });
    const sentAway = { ...view, answers: { ...view.answers, closed: companies.map(({ integrationId }) => integrationId) } };
    expect(of(needsOf(view), 'unread')).toEqual([]);
    expect(of(needsOf(sentAway), 'unread')).toHaveLength(companies.length - 1);
    expect(standingOf({ ...sentAway, companies: companies.slice(0, 1) })).toBe('needs-you');
    const former = { ...view.answers, closed: [integrationIdSchema.parse(storyId(99))] };
    expect(of(needsOf({ ...view, answers: former }), 'unread')).toEqual([]);
  });

  it('is no refusal that was dealt with', () => {
    const settled = aView({ counts: { ...NO_COUNTS, accepted: 3, refused: 2, settled: 2 } });
    expect(needsOf(settled)).toEqual([]);
    expect(standingOf(settled)).toBe('fine');
    const open = aView({ counts: { ...NO_COUNTS, accepted: 3, refused: 2, settled: 1 } });
    expect(needsOf(open)).toEqual([{ kind: 'refused', count: 1 }]);
  });

  it('tells of the battery while documents wait for the mains, as something to be known', () => {
    const waiting = aView({ counts: { ...NO_COUNTS, waiting: 3 }, waitsForMains: true });
    expect(needsOf(waiting)).toEqual([{ kind: 'battery', waiting: 3 }]);
    expect(standingOf(waiting)).toBe('paused');
    expect(standingOf({ ...waiting, waitsForMains: false })).toBe('working');
    expect(needsOf(aView({ waitsForMains: true }))).toEqual([]);
  });

  it('tells that nothing comes to the relay either, as something to be known', () => {
    const view = aView({});
    const quiet = { ...view, answers: { ...view.answers, quiet: { lastVerifiedAt: NOW } } };
    expect(needsOf(quiet)).toEqual([{ kind: 'quiet', lastVerifiedAt: NOW }]);
    expect(standingOf(quiet)).toBe(standingOf(view));
  });

  it('leaves out nothing that keeps the window from being green', () => {
    fc.assert(
      fc.property(seen, (view) => {
        const stopped =
          view.disk.kind === 'bad' ||
          view.companies.length === 0 ||
          view.relay.kind !== 'connected' ||
          !['open', 'absent'].includes(view.vault) ||
          view.companies.some(({ connection }) => connection.kind === 'invalid' || connection.kind === 'checking');
        expect(needsOf(view).length > 0 || !(stopped || Boolean(view.delay))).toBe(true);
      }),
    );
  });
});

describe('the order', () => {
  it('is by urgency: what stops everything, a company, a folder, documents, what passes by itself', () => {
    const worst = aView({
      disk: { kind: 'bad', since: NOW, fault: 'full' },
      vault: 'locked',
      companies: [aCompany(0, { kind: 'invalid', since: NOW, reason: 'revoked' }), aCompany(1, CONNECTIONS[3])],
      folders: [aFolder(0, 'missing')],
      counts: { ...NO_COUNTS, refused: 2, held: 5, unfit: 1, noAnswer: 1, unproven: 1, awaiting: 2 },
      bulkArrivals: [ARRIVAL],
      strays: [MISPLACED],
      relay: { kind: 'unreachable', since: NOW, lastReadAt: null, code: 'x' },
      recovery: { at: NOW, source: 'nothing', upTo: null, keptAs: null },
    });
    const expected = 'disk vault company folder flood refused questions unfit unproven no-answer strays recovery doubt relay no-folder';
    expect(
      needsOf(worst)
        .map(({ kind }) => kind)
        .join(' '),
    ).toBe(expected);
  });

  it('has all that must be done before all that is only to be known', () => {
    fc.assert(
      fc.property(seen, (view) => {
        const acts = needsOf(view).map(mustAct);
        expect(acts.lastIndexOf(true)).toBeLessThan(acts.includes(false) ? acts.indexOf(false) : acts.length);
      }),
    );
  });

  it('does not say twice that a keychain is closed', () => {
    const view = aView({ vault: 'locked', companies: [aCompany(0, CONNECTIONS[5])] });
    expect(needsOf(view).map(({ kind }) => kind)).toEqual(['vault']);
  });

  it('asks one by one about what did not come with many others', () => {
    const view = aView({ counts: { ...NO_COUNTS, held: 1 } });
    expect(needsOf(view)).toEqual([{ kind: 'questions', count: 1 }]);
  });
});

const ACTS: Readonly<Record<Need['kind'], boolean>> = {
  disk: true,
  vault: true,
  company: true,
  credentials: true,
  unread: true,
  'relay-not-set': true,
  copied: true,
  folder: true,
  flood: true,
  refused: true,
  questions: true,
  unfit: true,
  unproven: true,
  'no-answer': true,
  strays: true,
  recovery: false,
  clock: false,
  battery: false,
  doubt: false,
  relay: false,
  quiet: false,
  delay: false,
  'no-folder': false,
  'no-company': false,
};

describe('every entry of the overview', () => {
  it.each(Object.entries(ACTS) as [Need['kind'], boolean][])(
    'of the kind %s says whether the person has to do something: %s',
    (kind, acts) => {
      expect(mustAct({ kind })).toBe(acts);
    },
  );
});

function aView(change: Partial<NeedsSource>): NeedsSource {
  return {
    counts: NO_COUNTS,
    companies: [aCompany(0)],
    folders: [aFolder(0, 'present')],
    strays: [],
    relay: { kind: 'connected', since: NOW, lastReadAt: NOW },
    answers: { mode: 'stream', lastEventAt: null, missing: 0, forged: 0, unknownKey: 0, unmatched: 0, closed: [] },
    vault: 'open',
    disk: { kind: 'good' },
    recovery: null,
    now: NOW,
    ...change,
  };
}

function aCompany(at: number, connection: Connection = { kind: 'active', seenAt: NOW }): Company {
  const id = storyId(at + 1);
  return companySchema.parse({ id, name: 'A', colour: 'blue', integrationId: id, formerIntegrationIds: [], connection, connectedAt: NOW });
}

function aFolder(at: number, state: Folder['state']): Folder {
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
  });
}
