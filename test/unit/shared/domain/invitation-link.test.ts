import { describe, expect, it } from 'vitest';
import {
  findInvitation,
  hostFault,
  hostsSentence,
  invitationLinkText,
  parseInvitationFile,
  parseInvitationLink,
} from '#shared/domain/invitation/invitation.ts';

const CODE = 'AAECAwQFBgcICQoLDA0ODw';
const OTHER = 'EAECAwQFBgcICQoLDA0ODw';
const HTTPS = `https://relay.example.com/invitation#1.${CODE}`;
const INTRAY = `intray://relay.example.com/invitation#1.${CODE}`;
const LINK = { host: 'relay.example.com', relayUrl: 'https://relay.example.com', code: CODE };

describe('a link', () => {
  it('is read in both schemes, with or without a port', () => {
    expect(parseInvitationLink(HTTPS)).toEqual(LINK);
    expect(parseInvitationLink(INTRAY)).toEqual(LINK);
    const host = 'xn--rely-6na.example:8443';
    expect(parseInvitationLink(`https://${host}/invitation#1.${CODE}`)).toEqual({ host, relayUrl: `https://${host}`, code: CODE });
  });

  it('is written as it is read', () => {
    expect(invitationLinkText(LINK, 'https')).toBe(HTTPS);
    expect(invitationLinkText(LINK, 'intray')).toBe(INTRAY);
  });

  it.each([
    ['another scheme', `http://relay.example.com/invitation#1.${CODE}`],
    ['a user part', `https://relay.example.com@evil.example/invitation#1.${CODE}`],
    ['a password', `https://a:b@evil.example/invitation#1.${CODE}`],
    ['capitals in the host', `https://Relay.example.com/invitation#1.${CODE}`],
    ['letters beyond ASCII', `https://relаy.example.com/invitation#1.${CODE}`],
    ['an IPv6 address', `https://[::1]/invitation#1.${CODE}`],
    ['a dot at the end of the host', `https://relay.example.com./invitation#1.${CODE}`],
    ['an empty label', `https://relay..com/invitation#1.${CODE}`],
    ['a label that begins with a dash', `https://-relay.com/invitation#1.${CODE}`],
    ['the port that https has anyway', `https://relay.example.com:443/invitation#1.${CODE}`],
    ['a port with a zero before it', `https://relay.example.com:08443/invitation#1.${CODE}`],
    ['a port beyond the last', `https://relay.example.com:65536/invitation#1.${CODE}`],
    ['another path', `https://relay.example.com/invitations#1.${CODE}`],
    ['a slash behind the path', `https://relay.example.com/invitation/#1.${CODE}`],
    ['a query', `https://relay.example.com/invitation?x=1#1.${CODE}`],
    ['the code in the query', `https://relay.example.com/invitation?1.${CODE}`],
    ['another version', `https://relay.example.com/invitation#2.${CODE}`],
    ['a short code', HTTPS.slice(0, -1)],
    ['a long code', `${HTTPS}A`],
    ['surplus bits', `https://relay.example.com/invitation#1.${CODE.slice(0, -1)}x`],
    ['a line end', `${HTTPS}\n`],
    ['a space before it', ` ${HTTPS}`],
    ['an option behind it', `${HTTPS} --remote-debugging-port=1`],
    ['a host that is too long', `https://${'a123456789.'.repeat(24)}com/invitation#1.${CODE}`],
    ['more text than any link has', `https://relay.example.com/invitation#1.${CODE}${'A'.repeat(2_048)}`],
  ])('with %s is none', (_, text) => {
    expect(parseInvitationLink(text)).toBeNull();
  });

  it('takes a port that begins with the digits of 443', () => {
    expect(parseInvitationLink(`https://relay.example.com:4430/invitation#1.${CODE}`)?.host).toBe('relay.example.com:4430');
  });
});

describe('a text that a person pasted', () => {
  it.each([
    ['the link alone', HTTPS],
    ['in the middle of a sentence', `Bonjour,\r\nvotre invitation : ${HTTPS}.\r\nBien à vous`],
    ['in angle brackets', `Open <${HTTPS}>`],
    ['in HTML', `<a href="${HTTPS}">open</a>`],
    ['the same in both schemes', `${HTTPS}\n> ${INTRAY}\n> ${HTTPS}`],
    ['beside other links', `https://example.com/ ${HTTPS} https://relay.example.com/help`],
  ])('has an invitation: %s', (_, text) => {
    expect(findInvitation(text)).toEqual({ ok: true, value: LINK });
  });

  it.each([
    ['none', 'Bonjour, voici votre facture. https://example.com/'],
    ['none', '{"relayUrl":"https://relay.example.com"}'],
    ['damaged', HTTPS.slice(0, -3)],
    ['damaged', `${HTTPS}A`],
    ['damaged', HTTPS.replace('https', 'http')],
    ['damaged', `not${INTRAY}`],
    ['damaged', 'HTTPS://RELAY.EXAMPLE.COM/INVITATION#1.'],
    ['several', `${HTTPS} and https://relay.example.com/invitation#1.${OTHER}`],
    ['several', `${HTTPS} and https://other.example.com/invitation#1.${CODE}`],
    ['too-long', `${HTTPS}${' '.repeat(500_000)}`],
  ])('has none to open: %s', (fault, text) => {
    expect(findInvitation(text)).toEqual({ ok: false, failure: fault });
  });

  it('is searched in time that grows with its length alone', () => {
    expect(findInvitation(`https://${'a-'.repeat(200_000)}`).ok).toBe(false);
    expect(findInvitation('https://a.'.repeat(40_000)).ok).toBe(false);
  });
});

describe('a .intray file', () => {
  it('is one line, around which blank lines and a byte order mark do no harm', () => {
    expect(parseInvitationFile(`\u{FEFF}\r\n\r\n${HTTPS}\r\n\r\n`)).toEqual(LINK);
    expect(parseInvitationFile(INTRAY)).toEqual(LINK);
  });

  it.each([
    ['more than a line', `${HTTPS}\n${HTTPS}`],
    ['words', `Open ${HTTPS}`],
    ['nothing', ''],
    ['too much', `${HTTPS}${'\n'.repeat(8_192)}`],
  ])('with %s is none', (_, text) => {
    expect(parseInvitationFile(text)).toBeNull();
  });
});

describe('a host', () => {
  it.each([
    'relay.example.com',
    'relay.example.com:8443',
    'relay',
    'localhost.example.com',
    'xn--rely-6na.example',
    '1und1.example',
    'a.0xg',
  ])('%s may be where an invitation leads', (host) => {
    expect(hostFault(host)).toBeNull();
  });

  it.each([
    'localhost',
    'localhost:8420',
    'relay.localhost',
    'localhost.',
    'localhost.localdomain',
    'localhost6.localdomain6',
    'ip6-localhost',
    'LOCALHOST',
  ])('%s is this computer', (host) => {
    expect(hostFault(host)).toBe('loopback');
  });

  it.each([
    '127.0.0.1',
    '127.0.0.1:8420',
    '10.1',
    '2130706433',
    '0x7f.1',
    '0x7f000001',
    '0x',
    '192.168.1.10.',
    '[::1]',
    '[::1]:8420',
    '::1',
  ])('%s is a numeric address', (host) => {
    expect(hostFault(host)).toBe('address');
  });
});

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
