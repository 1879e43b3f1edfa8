import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mustAct, type Need, needsOf, standingOf } from '#shared/app-api/needs-of.ts';
import type { FolderId } from '#shared/domain/ids.ts';
import { integrationIdSchema } from '#shared/contract/ids.ts';
import { NO_COUNTS, standing } from '#shared/domain/standing.ts';
import { storyId } from '#test/support/window/window-state.ts';
import { aCompany, aFolder, ARRIVAL, aView, CONNECTIONS, MISPLACED, NOW, seen } from './drawn-views.ts';

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
        const asked = of(needs, 'bulk-arrival').flatMap((need) => ('arrival' in need ? [need.arrival] : []));
        expect(asked).toEqual(view.bulkArrivals ?? []);
        const held = [...asked, ...of(needs, 'questions')].reduce((sum, need) => sum + ('count' in need ? need.count : 0), 0);
        expect(held).toBe(view.counts.held);
        for (const [kind, count] of [
          ['refused', view.counts.refused - view.counts.resolved],
          ['unfit', view.counts.unfit],
          ['unproven', view.counts.unproven],
          ['no-answer', view.counts.noAnswer],
        ] as const)
          expect(of(needs, kind)).toEqual(count === 0 ? [] : [{ kind, count }]);
        expect(of(needs, 'folder')).toHaveLength(view.folders.filter(({ state }) => state !== 'present').length);
        expect(of(needs, 'company')).toHaveLength(view.companies.filter(({ connection }) => connection.kind === 'invalid').length);
        expect(of(needs, 'misplaced')).toHaveLength(view.misplaced.length);
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
    const resolved = aView({ counts: { ...NO_COUNTS, accepted: 3, refused: 2, resolved: 2 } });
    expect(needsOf(resolved)).toEqual([]);
    expect(standingOf(resolved)).toBe('fine');
    const open = aView({ counts: { ...NO_COUNTS, accepted: 3, refused: 2, resolved: 1 } });
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
      misplaced: [MISPLACED],
      relay: { kind: 'unreachable', since: NOW, lastReadAt: null, code: 'x' },
      recovery: { at: NOW, source: 'nothing', upTo: null, keptAs: null },
    });
    const expected =
      'disk vault company folder bulk-arrival refused questions unfit unproven no-answer misplaced recovery doubt relay no-folder';
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

  it('asks once about those of a folder that are alike', () => {
    const group = {
      companyId: aCompany(0, CONNECTIONS[0]).id,
      folderId: storyId(1) as FolderId,
      path: '/scans',
      way: 'same',
      count: 3,
      names: ['a.pdf'],
    } as const;
    const view = aView({ counts: { ...NO_COUNTS, held: 4 }, sentBefore: [{ ...group, names: [...group.names] }] });
    expect(needsOf(view)).toEqual([
      { kind: 'sent-before', group },
      { kind: 'questions', count: 1 },
    ]);
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
  'bulk-arrival': true,
  'sent-before': true,
  refused: true,
  questions: true,
  unfit: true,
  unproven: true,
  'no-answer': true,
  misplaced: true,
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
