import { describe, expect, it } from 'vitest';
import { causeOf, CAUSES } from '#renderer/connect/reconnect-dialog.tsx';
import type { AnswersView, Overview, RelayView } from '#shared/app-api/views.ts';
import type { Company } from '#shared/domain/company.ts';
import { type Connection, INVALID_REASONS } from '#shared/domain/connection.ts';
import { translator } from '#shared/i18n/translate.ts';
import { HOUR_MS, plus, wallMs } from '#shared/lib/duration.ts';
import { contactOf } from '#renderer/frame/rail.tsx';
import { aView } from '#test/unit/shared/app-api/drawn-views.ts';
import { relayWords } from '#renderer/companies/companies-page.tsx';
import type { IntegrationId } from '#shared/contract/ids.ts';
import { RELAY_TROUBLES } from '#shared/domain/results/no-answer.ts';
import { en } from '#shared/i18n/en.ts';
import { formatsOf } from '#shared/i18n/formats.ts';

const AT = wallMs(7);
const UP: Pick<Overview, 'relay' | 'clockAheadMs'> = { relay: { kind: 'connected', since: AT, lastReadAt: AT } };
const down = (code: string) => ({ relay: { kind: 'unreachable', since: AT, lastReadAt: null, code } }) as const;
const doubt = (why: 'unknown' | 'partner' | 'secrets' | 'credentials'): Connection => ({ kind: 'checking', since: AT, doubt: why });

function cause(connection: Connection, overview = UP) {
  const { kind, needs, since } = causeOf({ connection } as Company, overview);
  return [kind, needs, since];
}

describe('what is the matter with a connection', () => {
  it.each(INVALID_REASONS)('is “%s” where it ended for that, and asks for the secret alone only where that mends it', (reason) => {
    const asks = reason === 'wrong-secret' || reason === 'no-secret' ? 'secret' : 'both';
    expect(cause({ kind: 'invalid', since: AT, reason })).toEqual([reason, asks, AT]);
  });

  it('is nothing to paste for where our side, the keychain or the settings are the matter', () => {
    expect(cause(doubt('partner'))).toEqual(['partner', 'nothing', AT]);
    expect(cause(doubt('secrets'))).toEqual(['secrets', 'nothing', AT]);
    expect(cause(doubt('credentials'))).toEqual(['credentials', 'settings', AT]);
  });

  it('is the clock before the network, and the network only where nothing gets out', () => {
    expect(cause(doubt('unknown'), { ...down('ENOTFOUND'), clockAheadMs: HOUR_MS })[0]).toBe('clock');
    expect(cause(doubt('unknown'), down('ENOTFOUND'))[0]).toBe('network');
    expect(cause(doubt('unknown'), down('status-503'))[0]).toBe('doubt');
    expect(cause(doubt('unknown'))[0]).toBe('doubt');
  });

  it('is no fault where it works or a person paused it, and new credentials are taken all the same', () => {
    expect(cause({ kind: 'active', seenAt: AT })).toEqual(['working', 'both-if-new', null]);
    expect(cause({ kind: 'paused', since: AT })).toEqual(['paused', 'both-if-new', AT]);
  });

  it('has words of its own in both languages, each other than the rest', () => {
    for (const language of ['en', 'fr'] as const) {
      const t = translator(language);
      expect(new Set(CAUSES.map((kind) => t(`reconnect.cause.${kind}`))).size).toBe(CAUSES.length);
      expect(new Set(CAUSES.map((kind) => t(`reconnect.cause.${kind}.text`))).size).toBe(CAUSES.length);
    }
  });
});

const NOW = wallMs(1_000_000);
const company = (connection: Company['connection']) => ({ connection }) as Company;
const reached = (at: number) => company({ kind: 'active', seenAt: wallMs(at) });
const LOST = company({ kind: 'invalid', since: NOW, reason: 'revoked' });
const PAUSED = company({ kind: 'paused', since: NOW });

const REJECTED = company({ kind: 'checking', since: NOW, doubt: 'credentials' });

const view = (change: Partial<Overview> = {}): Overview => ({ ...aView({ companies: [reached(5)] }), standing: 'fine', ...change });

describe('the contact at the foot of the rail', () => {
  it('is by the company that was reached longest ago', () => {
    expect(contactOf(view({ companies: [reached(9), PAUSED, reached(3)] }), 'up')).toEqual({
      tone: 'good',
      key: 'contact.connected',
      at: 3,
    });
  });

  it.each([
    ['the program is silent', view(), 'down', 'contact.program'],
    ['the disk is full', view({ disk: { kind: 'bad', since: NOW, fault: 'full' } }), 'up', 'contact.disk-full'],
    ['the disk has errors', view({ disk: { kind: 'bad', since: NOW, fault: 'broken' } }), 'up', 'contact.stopped'],
    ['a keychain is closed', view({ vault: 'locked' }), 'up', 'contact.keychain'],
    ['there is no keychain', view({ vault: 'unavailable' }), 'up', 'contact.stopped'],
    ['the firm’s own access is not accepted', view({ companies: [reached(1), REJECTED] }), 'up', 'contact.doubt'],
    ['the only company is not connected', view({ companies: [LOST] }), 'up', 'contact.lost'],
    ['one of several is not connected', view({ companies: [reached(1), LOST] }), 'up', 'contact.lost-one'],
    ['the relay was only asked', view({ relay: { kind: 'connecting' } }), 'up', 'contact.relay-connecting'],
    ['answers are not read', view({ relay: { kind: 'unreachable', since: NOW, lastReadAt: NOW, code: 'x' } }), 'up', 'contact.relay'],
    ['all is paused', view({ companies: [PAUSED] }), 'up', 'contact.paused'],
    ['there is no company', view({ companies: [] }), 'up', 'contact.no-company'],
  ] as const)('is never good, and names no last contact, when %s', (_, overview, link, key) => {
    const contact = contactOf(overview, link);
    expect(contact).toMatchObject({ key, at: null });
    expect(contact.tone).not.toBe('good');
  });
});

const RELAY_WORDS_NOW = wallMs(Date.UTC(2026, 10, 20, 10));
const CONNECTED: RelayView = { kind: 'connected', since: RELAY_WORDS_NOW, lastReadAt: plus(RELAY_WORDS_NOW, -2 * HOUR_MS) };
const WELL: AnswersView = { mode: 'stream', lastEventAt: null, missing: 0, forged: 0, unknownKey: 0, unmatched: 0, closed: [] };

function words(relay: RelayView, answers: Partial<AnswersView> = {}) {
  return relayWords(
    { relay, answers: { ...WELL, ...answers }, now: RELAY_WORDS_NOW },
    { language: 'en', t: translator('en'), ...formatsOf('en-GB') },
  );
}

const away = (hours: number) =>
  words({ kind: 'unreachable', since: plus(RELAY_WORDS_NOW, -hours * HOUR_MS), lastReadAt: null, code: 'EX' }).line.text;

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
    const texts = RELAY_TROUBLES.map((trouble) =>
      words({ kind: 'unreachable', since: RELAY_WORDS_NOW, lastReadAt: null, code: codes[trouble] }),
    );
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
