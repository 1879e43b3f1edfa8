import type { OpenEngine } from '#electron/engine/engine.ts';
import { createChanges } from '#electron/engine/changes.ts';
import { createRouter } from '#electron/engine/create-router.ts';
import { Emitter } from '#shared/async/emitter.ts';
import type { AppHandlers } from '#shared/app-api/handlers.ts';
import { type Settings, settingsSchema } from '#shared/app-api/settings.ts';
import type { UpdatesView } from '#shared/app-api/updates.ts';
import type { Overview } from '#shared/app-api/views.ts';
import { isResolved } from '#shared/domain/item/aside.ts';
import { type Item, itemSchema } from '#shared/domain/item/item.ts';
import type { Notice } from '#shared/domain/notice.ts';
import { NO_COUNTS } from '#shared/domain/standing.ts';
import { wallMs } from '#shared/lib/duration.ts';
import { fail } from '#shared/lib/result.ts';
import { unaskedHandlers } from '#test/unit/electron/engine/a-router.ts';

export type CannedEngine = OpenEngine & {
  /** What the engine says from now on; `ring` tells the shell that something changed. */
  readonly says: { overview: Overview; settings: Settings; refused: readonly Item[]; updates: UpdatesView };
  ring(): void;
  tell(notice: Notice): void;
  readonly looks: () => number;
  /** Which companies were paused or resumed, in order. */
  readonly turned: string[];
  /** `let` ends `close`, which waits for it. */
  readonly closing: { asked: number; patienceMs: number | null; now: number; let: () => void };
};

/** The real API on an engine that says what the test wants. */
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
    router: createRouter(handlersOf(says, turned)),
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
    durable: async () => undefined,
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
    misplaced: [],
    relay: { kind: 'not-set' },
    answers: { mode: 'stream', lastEventAt: null, missing: 0, forged: 0, unknownKey: 0, unmatched: 0, closed: [] },
    vault: 'absent',
    disk: { kind: 'good' },
    recovery: null,
    now: wallMs(0),
  };
}

function handlersOf(says: CannedEngine['says'], turned: string[]): AppHandlers {
  const unasked = unaskedHandlers();
  const turn = (to: string) => (of: { readonly companyId: string }) => {
    turned.push(`${to} ${of.companyId}`);
    return fail({ kind: 'not-found' as const });
  };
  return {
    ...unasked,
    info: () => ({ version: '1.2.3', host: 'electron', locale: 'en' }),
    overview: () => says.overview,
    changes: (_, stop) => createChanges().revisions(stop),
    items: {
      ...unasked.items,
      list: ({ resolved }) => {
        const items = says.refused.filter((item) => resolved === undefined || isResolved(item) === resolved);
        return { items, total: items.length, next: null, top: null, newer: 0 };
      },
    },
    companies: { ...unasked.companies, pause: turn('pause'), resume: turn('resume') },
    updates: { view: () => says.updates, installNow: () => ({ started: installed(says) }) },
    settings: { ...unasked.settings, get: () => says.settings },
  };
}

function installed(says: CannedEngine['says']): boolean {
  if (says.updates.kind !== 'ready') return false;
  says.updates = { ...says.updates, asked: true };
  return true;
}

/** A document that the accountant refused. */
export function refusedItem(name: string, reason: string | null = null): Item {
  return itemSchema.parse({
    id: crypto.randomUUID(),
    companyId: crypto.randomUUID(),
    importType: 'purchase-invoices',
    sha256: 'a'.repeat(64),
    bytes: 1,
    mediaType: 'application/pdf',
    name,
    sentName: name,
    integrationId: null,
    reference: null,
    resubmission: 0,
    attempts: 1,
    sentElsewhere: false,
    foundAt: 0,
    receivedAt: 0,
    state: { kind: 'refused', documentId: crypto.randomUUID(), at: 0, reason, contradicted: false },
    stateSince: 0,
  });
}
