import { describe, expect, it } from 'vitest';
import { sentBeforeNote } from '#renderer/document/actions/sent-before-actions.tsx';
import { explain } from '#renderer/document/explain.ts';
import { waitsText } from '#renderer/folders/settings/folder-settings-dialog.tsx';
import type { I18n } from '#renderer/i18n/i18n.tsx';
import { NOTE_CHARACTERS_MAX } from '#shared/domain/item/note.ts';
import { SENT_BEFORE_WAYS, type SentBefore } from '#shared/domain/item/sent-before/sent-before.ts';
import { formatsOf } from '#shared/i18n/formats.ts';
import { translator } from '#shared/i18n/translate.ts';
import { anItem, NOW } from '#test/unit/shared/domain/items.ts';

const i18n = (language: 'en' | 'fr'): I18n => ({ language, t: translator(language), ...formatsOf(language) });
const before: SentBefore = { way: 'grown', itemId: anItem().id, name: 'scan.pdf', sentAt: NOW, pages: 3, pagesBefore: 1 };
const plain = (text: string | null | undefined): string => (text ?? '').replaceAll(/[\u2066-\u2069]/g, '');

/** Ignored by a person, or left by the folder's setting. */
const aside = (by?: 'folder') =>
  anItem({
    state: { kind: 'aside', why: 'person', question: { kind: 'sent-before', ...before, ...(by === undefined ? {} : { by }) } },
  });

describe.each(['en', 'fr'] as const)('a document that is like a sent one: %s', (language) => {
  const { t } = i18n(language);

  it.each(SENT_BEFORE_WAYS)('says which one, and offers a note that fits, however long its name is: %s', (way) => {
    const like = { ...before, way };
    const told = explain(anItem({ state: { kind: 'held', question: { kind: 'sent-before', ...like } } }), NOW, i18n(language));
    expect(plain(told?.what)).toContain('scan.pdf');
    expect(told?.next).not.toBe('');
    expect(sentBeforeNote(like, t, language)).toContain('scan.pdf');
    const long = sentBeforeNote({ ...like, name: `\u202e${'𝔖'.repeat(400)}.pdf` }, t, language);
    expect(Array.from(long).length).toBeLessThanOrEqual(NOTE_CHARACTERS_MAX);
    expect(long).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
  });

  it('names the numbers of pages where both are known', () => {
    expect(sentBeforeNote(before, t, language)).toMatch(/1\D+3/);
    const { pages: _, ...unknown } = before;
    expect(sentBeforeNote(unknown, t, language)).not.toMatch(/\b3\b/);
  });

  it('says that its folder left it, and not that a person ignored it', () => {
    const said = [aside(), aside('folder')].map((item) => explain(item, NOW, i18n(language))?.what);
    expect(said[0]).not.toBe(said[1]);
  });
});

describe('how long a folder waits', () => {
  it.each(['en', 'fr'] as const)('is said with its reason: %s', (language) => {
    const said = [
      waitsText({ settleMs: 20_000, waits: { kind: 'first', files: 10 } }, i18n(language)),
      waitsText({ settleMs: 45_400, waits: { kind: 'pages', gapMs: 22_700, until: NOW } }, i18n(language)),
      waitsText({ settleMs: 5_000, waits: { kind: 'quick' } }, i18n(language)),
    ].map(plain);
    expect(said[0]).toMatch(/20.*10/s);
    expect(said[1]).toMatch(/45/);
    expect(new Set(said).size).toBe(3);
  });
});
