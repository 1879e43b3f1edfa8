import { describe, expect, it } from 'vitest';
import { contactOf } from '#renderer/frame/rail.tsx';
import type { Overview } from '#shared/app-api/views.ts';
import type { Company } from '#shared/domain/company.ts';
import { wallMs } from '#shared/lib/duration.ts';
import { aView } from '#test/unit/shared/app-api/drawn-views.ts';

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
