import type { App } from '#electron/app-shape.ts';
import { createChanges } from '#electron/api/changes.ts';
import { createRouter } from '#electron/api/create-router.ts';
import type { ApiParts } from '#electron/api/parts.ts';
import { type Settings, settingsSchema } from '#shared/app-api/settings.ts';
import type { Overview } from '#shared/app-api/views.ts';
import type { Item } from '#shared/domain/item.ts';
import type { Notice } from '#shared/domain/notice.ts';
import { NO_COUNTS } from '#shared/domain/standing.ts';
import { wallMs } from '#shared/lib/duration.ts';
import { diskFiles } from '#test/support/disk-files.ts';

export type CannedEngine = App & {
  /** What the engine says from now on; `ring` tells the shell that something changed. */
  readonly says: { overview: Overview; settings: Settings; refused: readonly Item[] };
  ring(): void;
  tell(notice: Notice): void;
  readonly looks: () => number;
  /** Ends `close`, which waits until a test lets it. */
  readonly closing: { asked: number; let: () => void };
};

/** The real api on top of an engine that says what the test wants. */
export function cannedEngine(): CannedEngine {
  const says: CannedEngine['says'] = { overview: aQuietOverview(), settings: settingsSchema.parse({}), refused: [] };
  const rings = new Set<() => void>();
  const tellers = new Set<(notice: Notice) => void>();
  const closed = Promise.withResolvers<void>();
  const closing = { asked: 0, let: closed.resolve };
  let looks = 0;
  return {
    says,
    closing,
    router: createRouter(parts(says)),
    start: async () => Promise.resolve(),
    close: () => {
      closing.asked += 1;
      return closed.promise;
    },
    overview: () => says.overview,
    onChange: (ring) => adding(rings, ring),
    onNotice: (tell) => adding(tellers, tell),
    lookAgain: () => {
      looks += 1;
    },
    ring: () => rings.forEach((ring) => ring()),
    tell: (notice) => tellers.forEach((tell) => tell(notice)),
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
    answers: { mode: 'stream', lastEventAt: null, missing: 0, forged: 0, unmatched: 0, closed: [] },
    vault: 'absent',
    disk: { kind: 'good' },
    recovery: null,
    now: wallMs(0),
  };
}

function adding<T>(to: Set<T>, one: T): () => void {
  to.add(one);
  return () => void to.delete(one);
}

function never(): never {
  throw new Error('the shell has no business here');
}

function parts(says: CannedEngine['says']): ApiParts {
  return {
    info: { version: '1.2.3', host: 'electron', locale: 'en' },
    home: '/',
    profile: '/profile',
    overview: () => says.overview,
    changes: createChanges(),
    items: {
      page: () => ({ items: [...says.refused], total: says.refused.length, next: null }),
      detail: never,
      allow: never,
      flood: never,
      answerFlood: never,
      putAside: never,
      sendAgain: never,
      asked: never,
    },
    companies: companiesOf(),
    folders: { folders: () => [], add: never, remove: never, accept: never, change: never },
    recoverySeen: never,
    settings: { get: () => says.settings, change: never },
    secrets: { view: never, keep: never },
    files: diskFiles(),
    chooseFolder: null,
    reveal: null,
  };
}

function companiesOf(): ApiParts['companies'] {
  const rest = { pause: never, resume: never, removal: never, remove: never };
  return { companies: () => [], connect: never, reconnect: never, check: never, change: never, ...rest };
}
