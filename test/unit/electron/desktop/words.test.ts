import { describe, expect, it } from 'vitest';
import { noticeText } from '#electron/desktop/notifications/show-notifications.ts';
import { TRAY_REFUSALS_MAX, trayView } from '#electron/desktop/tray/open-tray.ts';
import { companySchema } from '#shared/domain/company.ts';
import { LANGUAGES } from '#shared/i18n/language.ts';
import { translator } from '#shared/i18n/translate.ts';
import { aView } from '#test/unit/shared/app-api/drawn-views.ts';
import { refusedItem } from './canned-engine.ts';

const en = translator('en');

const LOCKED = { ...aView({}), standing: 'needs-you', vault: 'locked' } as const;
const FINE = { ...aView({}), standing: 'fine' } as const;

describe('the words of the tray', () => {
  it('begin with the sentence of the window, in both languages, in tip and menu', () => {
    for (const language of LANGUAGES) {
      const translate = translator(language);
      const { toolTip, entries } = trayView(LOCKED, [], translate);
      expect(toolTip).toBe(`Intray – ${translate('status.vault.locked')}`);
      expect(entries[0]).toEqual({ kind: 'state', label: translate('status.vault.locked') });
      const kinds = ['state', 'open', 'separator', 'pause', 'add-folder', 'settings', 'separator', 'quit'];
      expect(entries.map((entry) => entry.kind)).toEqual(kinds);
    }
  });

  it('offer a newer version once it is ready, and not after it was asked for', () => {
    const notes = { en: '', fr: '' };
    for (const language of LANGUAGES) {
      const offered = (asked: boolean) =>
        trayView(FINE, [], translator(language), { kind: 'ready', version: '1.4.0', notes, asked, failed: null }).entries;
      expect(offered(false)).toContainEqual({ kind: 'update', label: expect.stringContaining('1.4.0') });
      expect(offered(true).map(({ kind }) => kind)).not.toContain('update');
    }
    expect(trayView(FINE, [], en, { kind: 'loading', version: '1.4.0', notes }).entries.map(({ kind }) => kind)).not.toContain('update');
  });

  it('name the last refusals, not more than fit, and cut long names', () => {
    const refusals = Array.from({ length: 9 }, (_, at) => refusedItem(`${at}${'x'.repeat(200)}.pdf`));
    const shown = trayView(FINE, refusals, en).entries.filter((entry) => entry.kind === 'refusal');
    expect(shown).toHaveLength(TRAY_REFUSALS_MAX);
    expect(shown[0]?.itemId).toBe(refusals[0]?.id);
    for (const { label } of shown) expect(Array.from(label).length).toBeLessThanOrEqual(60);
  });
});

describe('the words of a notification', () => {
  it('say for one document its name and the reason, and open it', () => {
    const item = refusedItem('facture.pdf', 'Illisible');
    expect(noticeText({ kind: 'refused', items: [item] }, en)).toMatchObject({ body: 'Illisible', itemId: item.id });
    expect(noticeText({ kind: 'refused', items: [refusedItem('a.pdf')] }, en).body).toBe(en('notice.refused.body'));
  });

  it('group many documents into one text that opens the list', () => {
    const items = ['a', 'b', 'c', 'd', 'e'].map((name) => refusedItem(`${name}.pdf`));
    expect(noticeText({ kind: 'refused', items }, en)).toEqual({
      title: '5 documents were refused',
      body: 'a.pdf\nb.pdf\nc.pdf\n+ 2',
      itemId: null,
    });
  });

  it('name the company that is disconnected', () => {
    const company = companySchema.parse({
      id: crypto.randomUUID(),
      name: 'Boulangerie Vidal',
      colour: 'blue',
      integrationId: crypto.randomUUID(),
      formerIntegrationIds: [],
      connection: { kind: 'invalid', since: 0, reason: 'revoked' },
      connectedAt: 0,
    });
    expect(noticeText({ kind: 'disconnected', company }, en).title).toContain('Boulangerie Vidal');
  });
});
