import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contactOf } from '#renderer/frame/rail.tsx';
import { mustAct, needsOf, type NeedsSource, standingOf } from '#shared/app-api/needs-of.ts';
import { statusOf, thingsToDo, underStatus } from '#shared/app-api/status/status-of.ts';
import { NO_COUNTS } from '#shared/domain/standing.ts';
import { en } from '#shared/i18n/en.ts';
import { LANGUAGES } from '#shared/i18n/language.ts';
import { translator } from '#shared/i18n/translate.ts';
import { aCompany, aFolder, ARRIVAL, aView, CONNECTIONS, MISPLACED, NOW, seen } from './drawn-views.ts';

const say = translator('en');
const saidOf = (view: NeedsSource) => say(statusOf(view).key, statusOf(view).values).replaceAll(/[\u2068\u2069]/g, '');
const below = (view: NeedsSource) => underStatus(view).map(({ key, values }) => say(key, values));
const ENDED = { kind: 'invalid', since: NOW, reason: 'revoked' } as const;
const UNKNOWN = { kind: 'checking', since: NOW, doubt: 'unknown' } as const;
const PAUSED = { kind: 'paused', since: NOW } as const;
const FULL = { kind: 'bad', since: NOW, fault: 'full' } as const;

/** From the worst to the best. Each is added to all that come after it, and its sentence is the one that is said. */
const ORDER: readonly (readonly [string, (view: NeedsSource) => NeedsSource])[] = [
  ['Intray is not running: nothing is leaving', (view) => ({ ...view, noHost: true })],
  ['The disk is full: 3 scans wait', (view) => ({ ...view, disk: FULL })],
  ['Nothing is leaving: the keychain is locked', (view) => ({ ...view, vault: 'locked' })],
  [
    'Boulangerie Marchand’s connection has ended',
    (view) => ({ ...view, companies: [...view.companies, aCompany(4, ENDED, 'Boulangerie Marchand')] }),
  ],
  ['The folder 1 cannot be found', (view) => ({ ...view, folders: [...view.folders, aFolder(1, 'missing')] })],
  ['Intray does not know where to read results', (view) => ({ ...view, relay: { kind: 'not-set' } })],
  ['2 things to do', (view) => ({ ...view, counts: { ...view.counts, refused: 1, held: 4 }, bulkArrivals: [ARRIVAL] })],
  ['The clock of this computer is wrong', (view) => ({ ...view, clockAheadMs: 3_600_000 })],
  ['Garage’s connection is uncertain', (view) => ({ ...view, companies: [...view.companies, aCompany(3, UNKNOWN, 'Garage')] })],
  [
    'This computer is offline: 2 scans wait',
    (view) => ({ ...view, delay: { items: 2, failure: { kind: 'offline', code: 'x' }, since: NOW } }),
  ],
  ['On battery: 2 scans wait', (view) => ({ ...view, waitsForMains: true })],
  ['Sending for Fleurs is paused', (view) => ({ ...view, companies: [...view.companies, aCompany(2, PAUSED, 'Fleurs')] })],
  [
    'Results cannot be read at the moment',
    (view) => ({ ...view, relay: { kind: 'unreachable', since: NOW, lastReadAt: null, code: 'x' } }),
  ],
  ['Results may not be reaching Intray', (view) => ({ ...view, answers: { ...view.answers, quiet: { lastVerifiedAt: null } } })],
  ['No folder is watched for Atelier', (view) => ({ ...view, companies: [...view.companies, aCompany(1, CONNECTIONS[0], 'Atelier')] })],
  ['Intray’s history has been rebuilt', (view) => ({ ...view, recovery: { at: NOW, source: 'nothing', upTo: null, keptAs: null } })],
  ['3 scans on their way', (view) => ({ ...view, counts: { ...view.counts, waiting: 2, uploading: 1 } })],
  ['All is sent; 5 results to come', (view) => ({ ...view, counts: { ...view.counts, awaiting: 5 } })],
  ['All is up to date', (view) => ({ ...view, counts: { ...view.counts, accepted: 12 } })],
  ['No documents yet', (view) => view],
];

describe('the one sentence', () => {
  it('is the worst of all that is true, in one order', () => {
    let view = aView({});
    for (const [sentence, added] of ORDER.toReversed()) {
      view = added(view);
      expect(saidOf(view)).toBe(sentence);
    }
  });

  it('never says that all is well while anything needs somebody or should be known', () => {
    fc.assert(
      fc.property(seen, (view) => {
        expect(needsOf(view).length === 0 || statusOf(view).tone !== 'good').toBe(true);
      }),
    );
  });

  it('never says that all is well, or is on its way, while the disk takes nothing or the keychain is shut', () => {
    fc.assert(
      fc.property(seen, (view) => {
        fc.pre(view.disk.kind === 'bad' || (!['open', 'absent'].includes(view.vault) && view.companies.length > 0));
        expect(statusOf(view).tone).toBe(view.disk.kind === 'bad' || view.companies.length > 0 ? 'stopped' : 'nothing');
        expect(underStatus(view).map(({ key }) => key)).not.toContain('status.sending');
        expect(contactOf({ ...view, standing: standingOf(view) }, 'up').tone).not.toBe('good');
      }),
    );
  });

  it('never stands above a foot of the rail that says “Connected” while sending has stopped', () => {
    fc.assert(
      fc.property(seen, (view) => {
        const { tone } = contactOf({ ...view, standing: standingOf(view) }, 'up');
        expect(statusOf(view).tone === 'stopped' && tone === 'good').toBe(false);
      }),
    );
  });

  it('asks for the person only while the list does, and counts its entries and not their documents', () => {
    fc.assert(
      fc.property(seen, (view) => {
        const { key, values } = statusOf(view);
        expect(key !== 'status.to-do' || values['count'] === thingsToDo(view)).toBe(true);
        expect(thingsToDo(view) > 0).toBe(needsOf(view).some(mustAct));
        expect(thingsToDo(view) === 0 || ['stopped', 'to-do', 'nothing'].includes(statusOf(view).tone)).toBe(true);
      }),
    );
    const many = aView({ counts: { ...NO_COUNTS, held: 74, unfit: 2 }, bulkArrivals: [{ ...ARRIVAL, count: 70 }] });
    expect(thingsToDo(many)).toBe(1 + 4 + 2);
  });

  it('counts several of a kind, where one has its name', () => {
    expect(saidOf(aView({ companies: [aCompany(0, ENDED), aCompany(1, ENDED)] }))).toBe('2 connections have ended');
    expect(saidOf(aView({ folders: [aFolder(0, 'missing'), aFolder(1, 'silent')] }))).toBe('2 folders cannot be read');
    expect(saidOf(aView({ companies: [aCompany(0, PAUSED)] }))).toBe('Sending is paused');
    expect(saidOf(aView({ disk: FULL }))).toBe('The disk is full: nothing is leaving');
    const busy = aView({ delay: { items: 1, failure: { kind: 'service', status: 503 }, since: NOW } });
    expect(saidOf(busy)).toBe('The import service is busy: 1 scan waits');
    expect(saidOf(aView({ delay: { items: 1, failure: { kind: 'timed-out' }, since: NOW } }))).toBe('1 scan cannot leave for now');
  });

  it('says that all is well beside refusals that were dealt with, and documents that were put aside', () => {
    expect(statusOf(aView({ counts: { ...NO_COUNTS, refused: 2, resolved: 2 } })).tone).toBe('good');
    expect(statusOf(aView({ counts: { ...NO_COUNTS, aside: 1 } })).tone).toBe('good');
  });

  it('has a text for each, which is short in both languages', () => {
    const keys = Object.keys(en).filter((key) => key.startsWith('status.') && !key.endsWith('_one'));
    expect(keys.length).toBeGreaterThan(40);
    for (const language of LANGUAGES) {
      const translate = translator(language);
      const view = { name: 'Boulangerie Marchand', count: 12 };
      for (const key of keys) {
        if (key === 'status.begin') continue;
        const text = translate(key.replace(/_other$/, '') as 'status.to-do', view);
        expect({ text, isShort: text.length <= 70 }).toEqual({ text, isShort: true });
      }
    }
  });
});

describe('the quiet line below', () => {
  it('says what becomes of everything else', () => {
    const refused = { ...NO_COUNTS, accepted: 4, refused: 1 };
    expect(below(aView({ counts: refused }))).toEqual(['Everything else has been sent']);
    expect(below(aView({ counts: { ...refused, waiting: 2 } }))).toEqual(['2 scans on their way']);
    expect(below(aView({ counts: { ...refused, waiting: 2 }, waitsForMains: true }))).toEqual(['On battery: 2 scans wait']);
    expect(below(aView({ counts: { ...refused, awaiting: 3, noAnswer: 1 } }))).toEqual(['All is sent; 2 results to come']);
  });

  it('claims nothing of scans in a folder that cannot be read, and counts what else is to do', () => {
    const away = [aFolder(0, 'missing')];
    expect(below(aView({ folders: away, counts: { ...NO_COUNTS, accepted: 4 } }))).toEqual([]);
    expect(below(aView({ folders: away, counts: { ...NO_COUNTS, accepted: 4, refused: 1 } }))).toEqual(['2 things to do']);
    expect(below(aView({ disk: FULL, misplaced: [MISPLACED], counts: { ...NO_COUNTS, waiting: 2 } }))).toEqual(['2 things to do']);
  });

  it('says how to begin, and nothing where all is well', () => {
    expect(below(aView({}))).toEqual([say('status.begin')]);
    expect(below(aView({ counts: { ...NO_COUNTS, accepted: 1 } }))).toEqual([]);
  });
});
