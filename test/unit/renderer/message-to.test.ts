import { describe, expect, it } from 'vitest';
import { mayAsk, messageTo, subjectOf } from '#renderer/document/actions/message-to.ts';
import type { I18n } from '#renderer/i18n/i18n.tsx';
import { formatsOf } from '#shared/i18n/formats.ts';
import { translator } from '#shared/i18n/translate.ts';
import { anItem, DOCUMENT, NOW } from '#test/unit/shared/domain/items.ts';

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
