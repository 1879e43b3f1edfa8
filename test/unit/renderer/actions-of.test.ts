import { describe, expect, it } from 'vitest';
import type { Need } from '#shared/app-api/needs-of.ts';
import { companySchema } from '#shared/domain/company.ts';
import { DISK_FAULTS } from '#shared/domain/disk.ts';
import { type Failure, failureSchema } from '#shared/domain/item/failure.ts';
import { SENT_BEFORE_WAYS } from '#shared/domain/item/sent-before/sent-before.ts';
import { FOLDER_STATES, type Folder, folderSchema } from '#shared/domain/folder/folder.ts';
import { NO_CONVERSIONS } from '#shared/domain/folder/folder-conversions.ts';
import { wallMs } from '#shared/lib/duration.ts';
import { storyId } from '#test/support/window/window-ids.ts';
import { actionsOf } from '#renderer/overview/need-actions.tsx';

const at = wallMs(1);
const company = companySchema.parse({
  id: storyId(1),
  name: 'Boulangerie',
  colour: 'blue',
  connection: { kind: 'active', seenAt: at },
  integrationId: storyId(2),
  formerIntegrationIds: [],
  connectedAt: at,
});

function folder(state: Folder['state'], path = '/home/anne/Scans/Achats'): Folder {
  const kept = {
    settleMs: 5_000,
    existing: 'ask',
    identity: null,
    lastSweptAt: null,
    after: 'leave',
    resultFolders: null,
    refusalNote: false,
    converts: NO_CONVERSIONS,
  };
  return folderSchema.parse({ ...kept, id: storyId(9), companyId: company.id, importType: 'purchase-invoices', addedAt: at, path, state });
}

/** One of each failure, made from the schema itself, so that a new one is tested from the day it is added. */
const FAILURES: readonly Failure[] = failureSchema.options.map((option) =>
  failureSchema.parse({ code: 'CODE', tries: 1, status: 500, aheadMs: null, kind: option.shape.kind.value }),
);

/** Every kind; the compiler checks that none is missing. */
const NEEDS: Readonly<{ [Kind in Need['kind']]: readonly Need[] }> = {
  disk: DISK_FAULTS.map((fault) => ({ kind: 'disk', fault })),
  vault: (['locked', 'unavailable', 'lost', 'damaged', 'newer', 'unreadable'] as const).map((vault) => ({ kind: 'vault', vault })),
  company: [{ kind: 'company', company }],
  unread: [{ kind: 'unread', company }],
  credentials: [{ kind: 'credentials' }],
  'relay-not-set': [{ kind: 'relay-not-set' }],
  copied: [{ kind: 'copied' }],
  folder: FOLDER_STATES.filter((state) => state !== 'present').map((state) => ({ kind: 'folder', folder: folder(state) })),
  flood: [
    {
      kind: 'flood',
      arrival: {
        companyId: company.id,
        importType: 'sales-invoices',
        folderId: null,
        path: null,
        why: 'unwatched',
        count: 9,
        names: ['a.pdf'],
        oldest: at,
        newest: at,
      },
    },
  ],
  'sent-before': SENT_BEFORE_WAYS.map((way) => ({
    kind: 'sent-before',
    group: { companyId: company.id, folderId: folder('present').id, path: '/home/anne/Achats', way, count: 2, names: ['a.pdf'] },
  })),
  refused: [{ kind: 'refused', count: 1 }],
  questions: [{ kind: 'questions', count: 1 }],
  unfit: [{ kind: 'unfit', count: 1 }],
  unproven: [{ kind: 'unproven', count: 1 }],
  'no-answer': [{ kind: 'no-answer', count: 1 }],
  strays: [{ kind: 'strays', stray: { path: '/home/anne/Scans', count: 1, names: ['a.pdf'] } }],
  recovery: [{ kind: 'recovery', recovery: { at, source: 'nothing', upTo: null, keptAs: null } }],
  clock: [{ kind: 'clock' }],
  battery: [{ kind: 'battery', waiting: 2 }],
  doubt: [{ kind: 'doubt', company }],
  relay: [{ kind: 'relay', relay: { kind: 'unreachable', since: at, lastReadAt: null, code: 'X' } }],
  quiet: [null, at].map((lastVerifiedAt) => ({ kind: 'quiet', lastVerifiedAt })),
  delay: FAILURES.map((failure) => ({ kind: 'delay', delay: { items: 1, failure, since: at } })),
  'no-folder': [{ kind: 'no-folder', company }],
  'no-company': [{ kind: 'no-company' }],
};

describe('what needs the person', () => {
  it.each(Object.values(NEEDS).flat())('is never without something to action: $kind %j', (need) => {
    for (const folders of [[], [folder('present')], [folder('missing')]]) expect(actionsOf(need, folders)).not.toEqual([]);
  });

  it('beside the folders can go into each that lies there and can be reached, and into no other', () => {
    const [strays] = NEEDS.strays;
    const sales = { ...folder('present', '/home/anne/Scans/Ventes'), id: folder('present').id };
    const folders = [folder('present'), sales, folder('present', '/home/anne/Achats'), folder('missing', '/home/anne/Scans/B')];
    const names =
      strays === undefined ? [] : actionsOf(strays, folders).flatMap((action) => (action.kind === 'move-strays' ? [action.name] : []));
    expect(names).toEqual(['Achats', 'Ventes']);
  });
});
