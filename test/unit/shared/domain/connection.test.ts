import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Company, companySchema, sentEmailOf, userEmailOf } from '#shared/domain/company.ts';
import type { Connection } from '#shared/domain/connection.ts';
import { type Folder, FOLDER_STATES, folderSchema, type FolderState } from '#shared/domain/folder/folder.ts';
import { NO_CONVERSIONS } from '#shared/domain/folder/folder-conversions.ts';
import { type Counts, NO_COUNTS, standing } from '#shared/domain/standing.ts';
import { NOW } from './items.ts';
import { z } from 'zod';
import { type DayTime, type NotifyTimes, shouldNotifyNow } from '#shared/domain/notice.ts';
import { MINUTE_MS, wallMs } from '#shared/lib/duration.ts';

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
    expect(standing({ ...NO_COUNTS, accepted: 3, refused: 2, resolved: 1 }, rest)).toBe('needs-you');
    expect(standing({ ...NO_COUNTS, accepted: 3, refused: 2, resolved: 2 }, rest)).toBe('fine');
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
        resolved: count,
      })
      .map((some) => ({ ...some, resolved: Math.min(some.resolved, some.refused) }));
    const companies = fc.array(fc.constantFrom(...KINDS), { minLength: 1, maxLength: 3 });
    const folders = fc.array(fc.constantFrom(...FOLDER_STATES), { maxLength: 3 });
    fc.assert(
      fc.property(counts, companies, folders, (counted, kinds, folderStates) => {
        const { accepted: _, aside: __, resolved, refused, ...others } = counted;
        const open = { ...others, refused: refused - resolved };
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

describe('the person’s e-mail address', () => {
  it.each([
    ['jeanne@exemple.fr', 'jeanne@exemple.fr'],
    ['  Jeanne.Dupont+scans@Exemple.FR ', 'Jeanne.Dupont+scans@Exemple.FR'],
    ['jeanne@société-générale.fr', 'jeanne@xn--socit-gnrale-eebbcb.fr'],
    ['jeanne@socie\u0301te\u0301.fr', 'jeanne@xn--socit-esab.fr'],
    ['info@BÄCKEREI.example', 'info@xn--bckerei-5wa.example'],
  ])('%s is sent, by a domain that every mail program knows', (typed, sent) => {
    const found = userEmailOf(typed);
    expect(found).toEqual({ kind: 'sendable', address: sent });
    expect(z.email().safeParse(sent).success).toBe(true);
  });

  it.each(['josé@exemple.fr', 'hélène.müller@société.fr', 'josé@exemple.fr'.normalize('NFD')])(
    '%s is not sent for its accents, which is said',
    (typed) => {
      expect(userEmailOf(typed)).toEqual({ kind: 'accents' });
    },
  );

  it.each([
    '',
    'jeanne',
    'jeanne@',
    '@exemple.fr',
    'a@b@c.fr',
    'a b@exemple.fr',
    'a@société',
    'a@é/x.fr',
    'a@é.fr:80',
    'é@',
    'x'.repeat(255),
  ])('%s is none', (typed) => {
    expect(userEmailOf(typed)).toEqual({ kind: 'odd' });
  });

  it.each([
    [['lea@exemple.fr', 'bureau@exemple.fr', 'profil@exemple.fr'], 'lea@exemple.fr'],
    [[undefined, 'bureau@société.fr', 'profil@exemple.fr'], 'bureau@xn--socit-esab.fr'],
    [[undefined, undefined, 'profil@exemple.fr'], 'profil@exemple.fr'],
    [[undefined, ' ', 'profil@exemple.fr'], 'profil@exemple.fr'],
    // What somebody gave is not replaced by the address of somebody else.
    [[undefined, 'josé@exemple.fr', 'profil@exemple.fr'], null],
    [[undefined, undefined, null], null],
  ])('of %j is the first that was given: %s', (given, sent) => {
    expect(sentEmailOf(...given)).toBe(sent);
  });
});

const PLAIN: NotifyTimes = { notifications: true, quietHours: null, digestAt: null };
const NIGHT = { from: 20 * 60, to: 7 * 60 };
const NOON = { from: 12 * 60, to: 14 * 60 };

/** This hour of this day. */
function time(day: number, hour: number): DayTime {
  return { at: wallMs((day * 1_440 + hour * 60) * MINUTE_MS), minuteOfDay: hour * 60 };
}

function told(settings: Partial<NotifyTimes>, now: DayTime, { since = now, urgent = false } = {}): boolean {
  return shouldNotifyNow({ ...PLAIN, ...settings }, now, { since, urgent });
}

describe('whether a notice may come now', () => {
  it('is yes where nothing is set, and no where they are off', () => {
    expect(told({}, time(1, 3))).toBe(true);
    expect(told({ notifications: false }, time(1, 12), { urgent: true })).toBe(false);
  });

  it.each([
    [19.9, true],
    [20, false],
    [23, false],
    [0, false],
    [6.9, false],
    [7, true],
  ])('at %f o’clock is %s with quiet hours over midnight', (hour, may) => {
    expect(told({ quietHours: NIGHT }, time(1, hour), { urgent: true })).toBe(may);
  });

  it('knows quiet hours within a day, and none where both ends are the same', () => {
    expect([11, 12, 13, 14].map((hour) => told({ quietHours: NOON }, time(1, hour)))).toEqual([true, false, false, true]);
    expect(told({ quietHours: { from: 60, to: 60 } }, time(1, 1))).toBe(true);
  });

  it('waits for the digest of the day, or of the next one, and not with what is urgent', () => {
    const since = time(1, 10);
    const digestAt = 9 * 60;
    expect(told({ digestAt }, time(1, 20), { since })).toBe(false);
    expect(told({ digestAt }, time(2, 8.9), { since })).toBe(false);
    expect(told({ digestAt }, time(2, 9), { since })).toBe(true);
    // The computer was asleep at the time of the digest.
    expect(told({ digestAt }, time(2, 16), { since })).toBe(true);
    expect(told({ digestAt }, time(1, 20), { since, urgent: true })).toBe(true);
  });

  it('comes at the end of the quiet hours where the digest falls into them', () => {
    const since = time(1, 10);
    const settings = { digestAt: 23 * 60, quietHours: NIGHT };
    expect(told(settings, time(1, 23.5), { since })).toBe(false);
    expect(told(settings, time(2, 7), { since })).toBe(true);
  });
});
