import { describe, expect, it } from 'vitest';
import { relayWords } from '#renderer/companies/companies-page.tsx';
import type { AnswersView, RelayView } from '#shared/app-api/views.ts';
import type { IntegrationId } from '#shared/contract/ids.ts';
import { RELAY_TROUBLES } from '#shared/domain/results/no-answer.ts';
import { en } from '#shared/i18n/en.ts';
import { formatsOf } from '#shared/i18n/formats.ts';
import { translator } from '#shared/i18n/translate.ts';
import { HOUR_MS, plus, wallMs } from '#shared/lib/duration.ts';

const NOW = wallMs(Date.UTC(2026, 10, 20, 10));
const CONNECTED: RelayView = { kind: 'connected', since: NOW, lastReadAt: plus(NOW, -2 * HOUR_MS) };
const WELL: AnswersView = { mode: 'stream', lastEventAt: null, missing: 0, forged: 0, unknownKey: 0, unmatched: 0, closed: [] };

function words(relay: RelayView, answers: Partial<AnswersView> = {}) {
  return relayWords({ relay, answers: { ...WELL, ...answers }, now: NOW }, { language: 'en', t: translator('en'), ...formatsOf('en-GB') });
}

const away = (hours: number) => words({ kind: 'unreachable', since: plus(NOW, -hours * HOUR_MS), lastReadAt: null, code: 'EX' }).line.text;

describe('how answers come in, in words', () => {
  it.each(['stream', 'long-poll', 'poll'] as const)('tells “%s” where it is connected, and when it was last read', (mode) => {
    const { line, notes } = words(CONNECTED, { mode });
    expect(line).toMatchObject({ tone: 'good', word: en['relay.connected'] });
    expect(line.text).toContain('2 hours ago');
    expect(notes).toEqual([en[`relay.mode.${mode}`]]);
  });

  it('tells what may be lost, is forged and is closed, each by its number', () => {
    const closed = ['11111111-1111-4111-8111-111111111111' as IntegrationId];
    const { notes } = words(CONNECTED, { missing: 3, forged: 2, closed });
    expect(notes.slice(1)).toEqual([
      expect.stringContaining('3 results may have been lost'),
      expect.stringContaining('2 results were not signed'),
      expect.stringContaining('1 former connection'),
    ]);
  });

  it('tells why it cannot be read, in other words for each trouble, and says nothing of a way that is not there', () => {
    const codes = {
      certificate: 'CERT_HAS_EXPIRED',
      refused: 'device-unknown',
      keys: 'unsure',
      odd: 'bad-page',
      busy: 'status-503',
      'own-files': 'journal',
      network: 'EX',
    };
    const texts = RELAY_TROUBLES.map((trouble) => words({ kind: 'unreachable', since: NOW, lastReadAt: null, code: codes[trouble] }));
    expect(texts.map(({ line }) => line.text)).toEqual(
      RELAY_TROUBLES.map((trouble) => expect.stringContaining(en[`relay.trouble.${trouble}`])),
    );
    expect(texts.flatMap(({ notes }) => notes)).toEqual([]);
    expect(words({ kind: 'connecting' }).line).toMatchObject({ tone: 'quiet', word: en['relay.connecting'] });
    expect(words({ kind: 'not-set' }).line).toMatchObject({ tone: 'warn', word: en['relay.not-set'] });
  });

  it('says after 48 hours, when the service no longer repeats them, that results may have been lost', () => {
    expect(away(48)).toContain('reads the results as soon as it can');
    expect(away(49)).toContain('Some results may have been lost');
    expect(away(49)).not.toContain('as soon as it can');
  });
});
