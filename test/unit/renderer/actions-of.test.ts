import { describe, expect, it } from 'vitest';
import type { Need } from '#shared/app-api/needs-of.ts';
import { companySchema } from '#shared/domain/company.ts';
import { DISK_FAULTS } from '#shared/domain/disk.ts';
import { type Failure, failureSchema } from '#shared/domain/item/failure.ts';
import { SENT_BEFORE_WAYS } from '#shared/domain/item/sent-before/sent-before.ts';
import { type Folder, FOLDER_STATES, folderSchema } from '#shared/domain/folder/folder.ts';
import { NO_CONVERSIONS } from '#shared/domain/folder/folder-conversions.ts';
import { wallMs } from '#shared/lib/duration.ts';
import { storyId } from '#test/support/window/window-state.ts';
import { actionsOf } from '#renderer/overview/need-actions.tsx';
import { needsOfCompany, waitsInCompany } from '#renderer/frame/rail.tsx';
import { STORIES } from '#test/e2e/window/stories/stories.ts';
import { countOf } from '#test/support/window/window-lists.ts';
import { mayAsk, messageTo, subjectOf } from '#renderer/document/actions/message-to.ts';
import type { I18n } from '#renderer/i18n/i18n.tsx';
import { formatsOf } from '#shared/i18n/formats.ts';
import { translator } from '#shared/i18n/translate.ts';
import { anItem, DOCUMENT, NOW } from '#test/unit/shared/domain/items.ts';

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
  'bulk-arrival': [
    {
      kind: 'bulk-arrival',
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
  misplaced: [{ kind: 'misplaced', place: { path: '/home/anne/Scans', count: 1, names: ['a.pdf'] } }],
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
    const [misplaced] = NEEDS.misplaced;
    const sales = { ...folder('present', '/home/anne/Scans/Ventes'), id: folder('present').id };
    const entries = { ...folder('present', '/home/anne/Scans/Paie'), importType: 'entries' } as const;
    const folders = [folder('present'), entries, sales, folder('present', '/home/anne/Achats'), folder('missing', '/home/anne/Scans/B')];
    const names =
      misplaced === undefined
        ? []
        : actionsOf(misplaced, folders).flatMap((action) => (action.kind === 'move-misplaced' ? [action.name] : []));
    expect(names).toEqual(['Achats', 'Ventes']);
  });
});

const told = (story: keyof typeof STORIES) => {
  const { overview, items } = STORIES[story]();
  return overview.companies.map(({ id }) => needsOfCompany(id, overview, countOf(items, waitsInCompany(id))));
};

describe('what needs the person in one company', () => {
  it('is nothing where everything was accepted', () => {
    expect(told('all accepted')).toEqual([0]);
  });

  it('is each document that waits, without those that were dealt with', () => {
    // Two refusals, five files that cannot be sent and one answer overdue; and one question.
    expect(told('every state')).toEqual([9, 1]);
    expect(told('refusals dealt with')).toEqual([0]);
    expect(told('unproven answers')).toEqual([STORIES['unproven answers']().overview.counts.unproven]);
  });

  it('is also what stops the company, and a folder that is away, before the documents are counted', () => {
    const { overview } = STORIES['connection ended']();
    // The connection and one folder.
    expect(overview.companies.map(({ id }) => needsOfCompany(id, overview, undefined))).toEqual([2]);
    const two = STORIES['two companies']().overview;
    expect(two.companies.map(({ id }) => needsOfCompany(id, two, undefined))).toEqual([1, 0]);
  });
});

const i18n = (language: 'en' | 'fr'): I18n => ({ language, t: translator(language), ...formatsOf(language) });
const BAKERY = { name: 'Boulangerie Marchand' };
const result = { documentId: DOCUMENT, at: NOW, contradicted: false };
const refused = (reason: string | null) => anItem({ receivedAt: NOW, state: { kind: 'refused', ...result, reason } });

describe('the message to the accountant', () => {
  it('names the document by what the accountant needs, quotes the reason, and is signed', () => {
    const text = messageTo(refused('TVA illisible'), BAKERY, i18n('en'));
    for (const part of [
      'facture.pdf',
      'Boulangerie Marchand',
      DOCUMENT,
      '(Purchase invoice)',
      '“TVA illisible”',
      formatsOf('en').moment(NOW),
    ])
      expect(text).toContain(part);
    expect(text).not.toContain('iy1-test');
    expect(text).toMatch(/\n\nThank you,\nBoulangerie Marchand\n$/);
    expect(messageTo(refused(null), BAKERY, i18n('fr'))).toContain('(Facture d’achat)');
  });

  it('has the reference only where there is no number to find the document by', () => {
    const doubt = anItem({ state: { kind: 'held', question: { kind: 'maybe-received' } } });
    expect(messageTo(doubt, BAKERY, i18n('en'))).toContain('Reference: iy1-test');
  });

  it('has a subject that names document and company, with no invisible marks either', () => {
    expect(subjectOf(refused(null), BAKERY, i18n('fr'))).toBe('Document refusé\u00a0: facture.pdf – Boulangerie Marchand');
    expect(subjectOf(anItem({ sentName: '\u202efdp.exe' }), null, i18n('en'))).toBe('Question about fdp.exe');
  });

  it('is in the language of the person', () => {
    expect(messageTo(refused(null), BAKERY, i18n('fr'))).toMatch(/^Bonjour,\n\nLe document ci-dessous a été refusé, sans motif/);
  });

  it('has no invisible marks of direction, neither ours nor those of a hostile name', () => {
    const item = { ...refused('\u202eevil\u2066'), sentName: '\u202efdp.exe' };
    expect(messageTo(item, { name: '\u2067x' }, i18n('en'))).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
  });

  it('asks what fits: about an answer, about two of them, about whether it is there', () => {
    const awaiting = anItem({ receivedAt: NOW, state: { kind: 'awaiting', documentId: DOCUMENT, since: NOW } });
    const doubt = anItem({ state: { kind: 'held', question: { kind: 'maybe-received' } } });
    const both = anItem({ receivedAt: NOW, state: { kind: 'accepted', ...result, reason: null, contradicted: true } });
    const { t } = i18n('en');
    expect(messageTo(awaiting, null, i18n('en'))).toContain(t('message.awaiting'));
    expect(messageTo(doubt, null, i18n('en'))).toContain(t('message.doubt'));
    expect(messageTo(both, null, i18n('en'))).toContain(t('message.contradicted'));
  });

  it('is not offered for what never left', () => {
    expect([mayAsk(anItem()), mayAsk(refused(null))]).toEqual([false, true]);
  });
});
