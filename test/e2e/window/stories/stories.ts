import { serviceProfileSchema } from '#shared/contract/service-profile.ts';
import { settingsSchema } from '#shared/app-api/settings.ts';
import type { Overview } from '#shared/app-api/views.ts';
import type { Connection } from '#shared/domain/connection.ts';
import type { DiskFault } from '#shared/domain/disk.ts';
import { type Folder, folderSchema } from '#shared/domain/folder/folder.ts';
import { type Company, companySchema } from '#shared/domain/company.ts';
import type { Item } from '#shared/domain/item/item.ts';
import type { UnfinishedFile } from '#shared/domain/folder/unfinished.ts';
import { standingOf, type NeedsSource } from '#shared/app-api/needs-of.ts';
import { type Counts, NO_COUNTS } from '#shared/domain/standing.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, plus, type WallMs, wallMs } from '#shared/lib/duration.ts';
import { folderIdSchema } from '#shared/domain/ids.ts';
import { storyId, type WindowState } from '#test/support/window/window-state.ts';
import { conversionStories } from './conversion-stories.ts';
import { invitationStories } from './invitation-stories.ts';
import { joiningStories } from './joining-stories.ts';
import { sentBeforeStories } from './sent-before/sent-before-stories.ts';
import { connectionStories } from './connection-stories.ts';
import { entriesStories } from './entries-stories.ts';
import {
  askedForNotes,
  bothTypes,
  dealtWith,
  everyState,
  ignoredAndGone,
  longAwaited,
  missingOf,
  manyAccepted,
  otherTypeOf,
  takenAnswers,
  toldElsewhere,
  unprovenAnswers,
} from './story-items.ts';

/** A fixed moment, so that two pictures of one story are the same. */
export const NOW = wallMs(Date.UTC(2026, 10, 20, 10, 30));

const VERSION = '0.1.0';
const [BAKERY, GARAGE] = [storyId(1), storyId(2)];

/** An invitation of the server that the stories know. */
export const STORY_LINK = 'https://relay.example.com/invitation#1.AAAAAAAAAAAAAAAAAAAAAA';

/** Made-up states of the whole program, one for each thing that a user can be told. */
export const STORIES = {
  'first run': () => ({ ...base([], [], []) }),
  'first run on a test service': () => onTestService(base([], [], [])),
  'not set up': () => ({ ...base([], [], []), settings: settingsSchema.parse({ language: 'en' }) }),
  ...invitationStories({ now: NOW, link: STORY_LINK, before: () => base([], [], []) }),
  'all accepted': () => base([bakery()], folders(), manyAccepted(12)),
  'every state': () => base([bakery(), garage({ kind: 'active', seenAt: plus(NOW, -40 * MINUTE_MS) })], folders(), everyState()),
  'no documents yet': () => base([bakery()], folders(), []),
  'connection ended': () =>
    base([bakery({ kind: 'invalid', since: plus(NOW, -3 * HOUR_MS), reason: 'revoked' })], folders('missing'), everyState().slice(0, 3)),
  'in doubt': () =>
    withOverview(
      base([bakery({ kind: 'checking', since: plus(NOW, -MINUTE_MS), doubt: 'partner' }), garage()], folders(), everyState().slice(4)),
      {
        relay: { kind: 'unreachable', since: plus(NOW, -25 * MINUTE_MS), lastReadAt: plus(NOW, -26 * MINUTE_MS), code: 'ECONNREFUSED' },
      },
    ),
  'keychain locked': () =>
    withOverview(
      base([bakery({ kind: 'checking', since: plus(NOW, -MINUTE_MS), doubt: 'secrets' })], deepBelow(folders('swapped')), manyAccepted(3)),
      { vault: 'locked' },
    ),
  'no keychain': () =>
    withOverview(base([bakery()], folders('denied'), manyAccepted(3)), { vault: 'unavailable', relay: { kind: 'not-set' } }),
  'secrets damaged': () => withOverview(base([bakery()], folders(), manyAccepted(3)), { vault: 'damaged' }),
  'disk of a folder silent': () => base([bakery()], folders('silent'), manyAccepted(3)),
  'disk full': () => badDisk('full'),
  'own files gone': () => badDisk('gone'),
  'profile used twice': () => withOverview(base([bakery()], folders(), everyState().slice(0, 4)), { isCopied: true }),
  'journal made anew': () =>
    withOverview(base([bakery()], folders(), manyAccepted(5)), {
      recovery: {
        at: plus(NOW, -MINUTE_MS),
        source: 'backup',
        upTo: plus(NOW, -20 * HOUR_MS),
        keptAs: 'journal-damaged-20261120T102900.000Z.sqlite',
      },
    }),
  'unproven answers': () => base([bakery()], folders(), [...unprovenAnswers(), ...manyAccepted(4)]),
  'unproven answers taken': () => base([bakery()], folders(), [...takenAnswers(), ...manyAccepted(4)]),
  'relay asked': () => withOverview(base([bakery()], folders(), manyAccepted(3)), { relay: { kind: 'connecting' } }),
  'relay quiet': () => quiet(plus(NOW, -3 * 24 * HOUR_MS)),
  'relay never heard': () => quiet(null),
  'refusals dealt with': () => base([bakery()], folders(), [...dealtWith(), ...manyAccepted(7)]),
  'purchase or sale': () => base([bakery(), garage()], [...folders(), ...garageFolders()], bothTypes()),
  'asked for notes': () => base([bakery()], folders().map(noting), [...askedForNotes(), ...manyAccepted(4)]),
  'told elsewhere': () => ({ ...base([bakery()], folders(), toldElsewhere()), otherTypeOf }),
  'relay limited': () => ({ ...base([], [], []), connectFault: { kind: 'relay-limited', againAt: plus(NOW, 40 * MINUTE_MS) } as const }),
  'ignored and gone': () =>
    withOverview(base([bakery()], folders(), [...ignoredAndGone(), ...manyAccepted(4)]), {
      ignoredMisplaced: [{ path: '/home/anne/Scans', count: 3 }],
    }),
  misplaced: () =>
    withOverview(base([bakery()], folders(), manyAccepted(3)), {
      misplaced: [{ path: '/home/anne/Scans', count: 5, names: ['SCN_0007.pdf', 'Facture eau.pdf', 'IMG_0031.jpg'] }],
    }),
  'unfinished files': () =>
    withOverview(base([bakery(), garage()], [...folders(), ...garageFolders()], everyState()), { unfinished: unfinishedFiles() }),
  'files in the cloud': () =>
    withOverview(base([bakery(), garage()], [...folders(), ...garageFolders()], everyState()), { unfinished: filesInCloud() }),
  'no folders yet': () => base([bakery(), garage()], [], manyAccepted(1)),
  ...connectionStories({ now: NOW, waiting: (connection) => base([bakery(connection)], folders(), everyState().slice(4)) }),
  ...conversionStories((items) => base([bakery()], folders(), items)),
  ...entriesStories((items) => base([bakery()], folders(), items)),
  ...joiningStories((items) => base([bakery()], folders(), items)),
  ...sentBeforeStories((items) => base([bakery()], folders(), items)),
  'waiting on battery': () =>
    withOverview(
      base(
        [bakery()],
        folders(),
        everyState().filter(({ state }) => state.kind === 'waiting' || state.kind === 'accepted'),
      ),
      { waitsForMains: true },
    ),
  paused: () => base([bakery({ kind: 'paused', since: plus(NOW, -50 * HOUR_MS) })], folders(), everyState().slice(5, 9)),
  'two companies': () => base([bakery(), garage()], [...folders('missing'), ...garageFolders()], manyAccepted(8)),
  'documents missing': () => ({
    ...base([bakery(), garage()], [...folders(), ...garageFolders()], manyAccepted(8)),
    expected: missingOf(BAKERY, GARAGE),
  }),
  'after an update': () => afterUpdate(base([bakery()], folders(), manyAccepted(3))),
  'in a browser': () => inBrowser(base([bakery()], folders(), manyAccepted(3))),
  'slow files': () => ({ ...base([bakery()], folders(), manyAccepted(3)), windowUpload: 'slow' as const }),
  'export under way': () => ({ ...base([bakery()], folders(), manyAccepted(40)), register: 'slow' as const }),
  'folder on another computer': () => ({
    ...base([bakery()], folders(), manyAccepted(3)),
    folderFault: { kind: 'remote-place' as const, host: 'serveur', consent: 'call' as const },
  }),
  'home chosen as a folder': () => ({ ...base([bakery()], folders(), manyAccepted(3)), chosenFolder: '/home/anne' }),
  'not started by the system': () => startedAs('switched-off'),
  'taken out of the system’s list': () => startedAs('absent'),
  'many documents': () => base([bakery()], folders(), manyAccepted(1_000)),
} as const satisfies Record<string, () => WindowState>;
export type StoryName = keyof typeof STORIES;

function base(companies: readonly Company[], watched: readonly Folder[], items: readonly Item[]): WindowState {
  const seen: NeedsSource = {
    counts: countsOf(items),
    companies: [...companies],
    folders: [...watched],
    misplaced: [],
    relay: { kind: 'connected', since: plus(NOW, -5 * HOUR_MS), lastReadAt: plus(NOW, -20_000) },
    answers: { mode: 'stream', lastEventAt: plus(NOW, -HOUR_MS), missing: 0, forged: 0, unknownKey: 0, unmatched: 0, closed: [] },
    vault: 'open',
    disk: { kind: 'good' },
    recovery: null,
    ...lastReceivedOf(items),
    now: NOW,
  };
  return {
    overview: { standing: standingOf(seen), ...seen },
    items,
    settings: settingsSchema.parse({ language: 'en', newsSeen: VERSION, relayUrl: 'https://relay.example.com', service: SERVICE }),
    info: { version: VERSION, host: 'electron', locale: 'en-GB', startsAtLogin: { is: 'starts', system: 'linux' }, hasBattery: true },
    computers: COMPUTERS,
    connectFault: null,
    folderFault: null,
  };
}

function lastReceivedOf(items: readonly Item[]): Pick<Overview, 'lastReceivedAt'> {
  const received = items.flatMap(({ receivedAt }) => receivedAt ?? []);
  return received.length === 0 ? {} : { lastReceivedAt: wallMs(Math.max(...received)) };
}

function onTestService(state: WindowState): WindowState {
  return { ...state, settings: { ...state.settings, service: serviceProfileSchema.parse({ ...SERVICE, test: true }) } };
}

function startedAs(is: 'switched-off' | 'absent'): WindowState {
  const state = base([bakery()], folders(), manyAccepted(3));
  return { ...state, info: { ...state.info, startsAtLogin: { is, system: 'windows' } } };
}

function withOverview(state: WindowState, change: Partial<Overview>): WindowState {
  const overview = { ...state.overview, ...change };
  return { ...state, overview: { ...overview, standing: standingOf(overview) } };
}

/** The first look at the window since another version ran here. */
function afterUpdate(state: WindowState): WindowState {
  return { ...state, settings: { ...state.settings, newsSeen: '0.0.9' } };
}

/** As the headless host shows it: also signed in elsewhere, and by something that is not a known browser. */
function inBrowser(state: WindowState): WindowState {
  const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0';
  const browsers = [
    { userAgent: 'made up', signedInAgoMs: 3 * 24 * HOUR_MS, usedAgoMs: 11 * HOUR_MS },
    { userAgent: firefox, signedInAgoMs: 26 * HOUR_MS, usedAgoMs: 40 * MINUTE_MS },
  ];
  return { ...state, info: { ...state.info, host: 'headless' }, browsers };
}

/** One file that waits for its end, one that is being written, and a few more. */
function unfinishedFiles(): NonNullable<Overview['unfinished']> {
  const purchases = [
    file('SCN_0041.pdf', 412_300, 4 * MINUTE_MS, true),
    file('Novembre/Facture fournisseur de matériel de boulangerie 2026-1187, page de garde et annexes comprises.pdf', 96_000, 80_000, true),
    file('SCN_0042.pdf', 1_250_000, 20_000, false),
  ];
  return [
    { folderId: folderIdSchema.parse(storyId(11)), files: purchases, more: 2 },
    { folderId: folderIdSchema.parse(storyId(14)), files: [file('ventes.pdf', 0, 3 * MINUTE_MS, false)], more: 0 },
  ];
}

function filesInCloud(): NonNullable<Overview['unfinished']> {
  const purchases = [
    { ...file('SCN_0051.pdf', 412_300, 90_000, false), fetch: { kind: 'fetching' as const } },
    { ...file('SCN_0052.pdf', 96_000, 60_000, false), fetch: { kind: 'waiting' as const } },
    { ...file('Facture 2026-1187.pdf', 96_000, 9 * MINUTE_MS, false), fetch: { kind: 'failed' as const, code: 'EDEADLK' } },
  ];
  return [
    { folderId: folderIdSchema.parse(storyId(11)), files: purchases, more: 0, inCloud: { files: 12, stubs: 0 } },
    { folderId: folderIdSchema.parse(storyId(14)), files: [], more: 0, inCloud: { files: 1, stubs: 3 } },
  ];
}

function file(path: string, bytes: number, agoMs: number, isSendable: boolean): UnfinishedFile {
  return { path, name: path, bytes, since: plus(NOW, -agoMs), isSendable };
}

function badDisk(fault: DiskFault): WindowState {
  const disk = { kind: 'bad', since: plus(NOW, -4 * MINUTE_MS), fault } as const;
  return withOverview(base([bakery()], folders(), everyState().slice(0, 4)), { disk });
}

/** Since then the relay has received nothing from the service, or it cannot say that it ever did (C38). */
function quiet(lastVerifiedAt: WallMs | null): WindowState {
  const before = lastVerifiedAt === null ? [] : manyAccepted(30).slice(-4);
  const state = base([bakery()], folders(), [...longAwaited(), ...before]);
  return withOverview(state, { answers: { ...state.overview.answers, lastEventAt: lastVerifiedAt, quiet: { lastVerifiedAt } } });
}

const COMPUTERS: WindowState['computers'] = [
  { deviceId: storyId(901), name: 'PC-Accueil', since: plus(NOW, -200 * 24 * HOUR_MS), here: true },
  { deviceId: storyId(902), name: 'Portable de l’atelier', since: plus(NOW, -30 * 24 * HOUR_MS), here: false },
];

const SERVICE = {
  baseUrl: 'https://service.example.com/v1',
  authUrl: 'https://auth.example.com',
  jwksUrl: 'https://service.example.com/jwks.json',
  issuer: 'https://service.example.com',
};

function bakery(connection: Connection = { kind: 'active', seenAt: plus(NOW, -2 * MINUTE_MS) }): Company {
  return company({ id: BAKERY, name: 'Boulangerie Marchand', colour: 'blue' }, connection);
}

function garage(connection: Connection = { kind: 'active', seenAt: plus(NOW, -2 * MINUTE_MS) }): Company {
  return company({ id: GARAGE, name: 'Garage de l’Étoile & Fils', colour: 'amber' }, connection);
}

function company(named: { readonly id: string; readonly name: string; readonly colour: string }, connection: Connection): Company {
  return companySchema.parse({ ...named, connection, integrationId: named.id, formerIntegrationIds: [], connectedAt: NOW });
}

/** The first folder has sub-folders that are too deep to be searched. */
function deepBelow([purchases, ...others]: readonly Folder[]): readonly Folder[] {
  const first = `2024/${'Archives/'.repeat(15)}Fournisseurs`;
  return purchases === undefined
    ? []
    : [{ ...purchases, tooDeep: { folders: 3, first }, linked: { folders: 1, first: '2025/Archives du serveur' } }, ...others];
}

function folders(sales: Folder['state'] = 'present'): readonly Folder[] {
  const tidy = { after: 'leave', resultFolders: null, refusalNote: false };
  const pages = { settleMs: 45_000, waits: { kind: 'pages', gapMs: 22_500, until: plus(NOW, 20 * DAY_MS) } };
  const common = { companyId: BAKERY, settleMs: 5_000, existing: 'ask', addedAt: NOW, identity: null, lastSweptAt: NOW, ...tidy };
  return [
    { ...common, ...pages, id: storyId(11), importType: 'purchase-invoices', path: '/home/anne/Scans/Achats', state: 'present' },
    { ...common, id: storyId(12), importType: 'sales-invoices', path: '/media/serveur-du-bureau/Comptabilité 2026/Ventes', state: sales },
  ].map((folder) => folderSchema.parse(folder));
}

const noting = (folder: Folder): Folder => ({ ...folder, notes: { ...folder.notes, text: 'Chantier Lyon Confluence', holdsSince: NOW } });
const inGarage = ({ path }: Folder): string => path.replace(/.*\//, '/home/anne/Garage/');

function garageFolders(): readonly Folder[] {
  return folders().map((folder, at) => folderSchema.parse({ ...folder, id: storyId(13 + at), companyId: GARAGE, path: inGarage(folder) }));
}

function countsOf(items: readonly Item[]): Counts {
  const counts: Record<keyof Counts, number> = { ...NO_COUNTS };
  for (const { state } of items) {
    counts[state.kind] += 1;
    if (state.kind === 'awaiting' && state.unproven !== undefined) counts.unproven += 1;
    else if (state.kind === 'awaiting' && state.noAnswer?.askedAt === null) counts.noAnswer += 1;
    if (state.kind === 'refused' && state.resolved !== undefined) counts.resolved += 1;
  }
  return counts;
}
