import type { OpenEngine } from '#electron/engine/engine.ts';
import { createChanges } from '#electron/engine/api/changes.ts';
import { createRouter } from '#electron/engine/api/create-router.ts';
import type { ApiParts } from '#electron/engine/api/parts.ts';
import { Emitter } from '#shared/async/emitter.ts';
import { type Settings, settingsSchema } from '#shared/app-api/settings.ts';
import type { UpdatesView } from '#shared/app-api/updates.ts';
import type { Overview } from '#shared/app-api/views.ts';
import { isResolved } from '#shared/domain/item/resolved.ts';
import type { Item } from '#shared/domain/item/item.ts';
import type { Notice } from '#shared/domain/notice.ts';
import { NO_COUNTS } from '#shared/domain/standing.ts';
import { wallMs } from '#shared/lib/duration.ts';
import { fail } from '#shared/lib/result.ts';
import { diskFiles } from '#test/support/disks/disk-files.ts';

export type CannedEngine = OpenEngine & {
  /** What the engine says from now on; `ring` tells the shell that something changed. */
  readonly says: { overview: Overview; settings: Settings; refused: readonly Item[]; updates: UpdatesView };
  ring(): void;
  tell(notice: Notice): void;
  readonly looks: () => number;
  /** Which companies were paused or resumed, in order. */
  readonly turned: string[];
  /** Ends `close`, which waits until a test lets it. */
  readonly closing: { asked: number; patienceMs: number | null; now: number; let: () => void };
};

/** The real api on top of an engine that says what the test wants. */
export function cannedEngine(): CannedEngine {
  const says: CannedEngine['says'] = {
    overview: aQuietOverview(),
    settings: settingsSchema.parse({}),
    refused: [],
    updates: { kind: 'not-here' },
  };
  const changed = new Emitter();
  const notices = new Emitter<[notice: Notice]>();
  const closed = Promise.withResolvers<void>();
  const closing: CannedEngine['closing'] = { asked: 0, patienceMs: null, now: 0, let: closed.resolve };
  const turned: string[] = [];
  let looks = 0;
  return {
    says,
    closing,
    turned,
    router: createRouter(parts(says, turned)),
    start: async () => Promise.resolve(),
    lookOnce: async () => Promise.resolve(),
    close: (patienceMs) => {
      closing.asked += 1;
      closing.patienceMs = patienceMs;
      return closed.promise;
    },
    closeNow: () => {
      closing.now += 1;
    },
    overview: () => says.overview,
    onChange: changed.subscribe,
    onNotice: notices.subscribe,
    lookAgain: () => {
      looks += 1;
    },
    ring: changed.emit,
    tell: notices.emit,
    looks: () => looks,
  };
}

function aQuietOverview(): Overview {
  return {
    standing: 'fine',
    counts: NO_COUNTS,
    companies: [],
    folders: [],
    strays: [],
    relay: { kind: 'not-set' },
    answers: { mode: 'stream', lastEventAt: null, missing: 0, forged: 0, unknownKey: 0, unmatched: 0, closed: [] },
    vault: 'absent',
    disk: { kind: 'good' },
    recovery: null,
    now: wallMs(0),
  };
}

function never(): never {
  throw new Error('the shell has no business here');
}

const FOLDERS: ApiParts['folders'] = {
  folders: () => [],
  add: never,
  remove: never,
  accept: never,
  change: never,
  takeMisplaced: never,
  sendAsItIs: never,
  fetchFromCloud: never,
};

const NO_SCREEN = { open: null, reveal: null, writeMail: null } as const;

function parts(says: CannedEngine['says'], turned: string[]): ApiParts {
  return {
    info: () => ({ version: '1.2.3', host: 'electron', locale: 'en' }),
    home: '/',
    profile: '/profile',
    overview: () => says.overview,
    changes: createChanges(),
    lookAgain: never,
    items: {
      page: ({ settled }) => {
        const items = says.refused.filter((item) => settled === undefined || isResolved(item) === settled);
        return { items, total: items.length, next: null, top: null, newer: 0 };
      },
      countOf: never,
      idsOf: never,
      chosen: never,
      detail: never,
      allow: never,
      bulkArrival: never,
      answerBulkArrival: never,
      putAside: never,
      putBack: never,
      sendAgain: never,
      sendAllTheSame: never,
      asked: never,
      resolve: never,
      unresolve: never,
      takeUnproven: never,
      wantSendAgain: never,
      note: never,
      bytes: never,
    },
    windowUploads: { begin: never, piece: never, end: never, stop: never },
    register: never,
    companies: companiesOf(turned),
    folders: FOLDERS,
    recoverySeen: never,
    updates: { view: () => says.updates, installNow: () => installed(says) },
    settings: { get: () => says.settings, change: never },
    installation: { change: never },
    secrets: { view: never, keep: never },
    diagnostics: { view: never, report: never, save: never, tryOut: never },
    files: diskFiles(),
    countFiles: never,
    folderNames: never,
    chooseFolder: null,
    ...NO_SCREEN,
  };
}

function installed(says: CannedEngine['says']): boolean {
  if (says.updates.kind !== 'ready') return false;
  says.updates = { ...says.updates, asked: true };
  return true;
}

function companiesOf(turned: string[]): ApiParts['companies'] {
  const turn = (to: string) => (companyId: string) => {
    turned.push(`${to} ${companyId}`);
    return Promise.resolve(fail({ kind: 'not-found' as const }));
  };
  const rest = {
    figures: never,
    pause: turn('pause'),
    resume: turn('resume'),
    removal: never,
    remove: never,
    computers: never,
    newIdentity: never,
    sendAway: never,
  };
  return { companies: () => [], connect: never, reconnect: never, check: never, change: never, ...rest };
}
