import { describe, expect, it } from 'vitest';
import { hostsSentence } from '#shared/domain/invitation/invitation.ts';

const [A, B, C] = ['service.example.com', 'evil.example', 'other.example'];
const of = (documents: string, signIn: string, keys: string) => hostsSentence({ documents, signIn, keys });

describe('the sentence about the hosts of a service', () => {
  it.each([
    ['the documents', of(B, A, A), 'documents'],
    ['sign-in', of(A, B, A), 'sign-in'],
    ['the keys', of(A, A, B), 'keys'],
  ])('names %s that alone are elsewhere, and where the others are', (_, sentence, what) => {
    expect(sentence).toEqual({ isOdd: true, key: `invitation.hosts.${what}`, values: { host: B, rest: A } });
  });

  it('says that all three differ, and that none does', () => {
    expect(of(A, B, C)).toMatchObject({ isOdd: true, key: 'invitation.hosts.each' });
    expect(of(A, A, A)).toMatchObject({ isOdd: false, key: 'invitation.hosts.same' });
  });

  it.each([
    ['a port', `${A}:8443`],
    ['a dot at the end', `${A}.`],
    ['a name below it', `api.${A}`],
    ['a name above it', 'example.com'],
    ['a letter of another alphabet', 'xn--servic-8of.example.com'],
  ])('takes %s for another host', (_, other) => {
    expect(of(other, A, A)).toMatchObject({ isOdd: true, key: 'invitation.hosts.documents', values: { host: other, rest: A } });
  });
});
