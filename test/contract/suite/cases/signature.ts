import { createHash } from 'node:crypto';
import { compactVerify, createLocalJWKSet, decodeJwt, decodeProtectedHeader } from 'jose';
import type { Case } from '../case.ts';
import { must, mustEqual, member, shown } from '../check.ts';
import { accepted, decided, isAbout, refused, revoked } from '../imports.ts';
import type { Delivery } from '../receiver.ts';
import type { Subject } from '../subject.ts';
import { fetchKeys } from './keys.ts';

const section = 'authentication/signature';
/** No event is signed long before it happens, or for longer than it is retried (48 hours). */
const LIFE_SECONDS_MAX = 49 * 3_600;
const SKEW_SECONDS = 60;

const jwtOf = ({ headers }: Delivery): string => headers['x-service-webhook-signature'] ?? '';
const claim = (delivery: Delivery, name: string): unknown => decodeJwt(jwtOf(delivery))[name];

async function verified(subject: Subject, delivery: Delivery): Promise<void> {
  const keys = createLocalJWKSet({ keys: [...(await fetchKeys(subject))] });
  await compactVerify(jwtOf(delivery), keys, { algorithms: ['RS512'] }).catch((error: unknown) => {
    must(false, 'a signature that verifies', error instanceof Error ? error.name : 'no reason');
  });
}

type Row = readonly [id: string, says: string, check: (delivery: Delivery, subject: Subject) => void | Promise<void>];

const ROWS: readonly Row[] = [
  ['header', 'Every webhook POST carries `X-Service-Webhook-Signature`.', (d) => must(jwtOf(d) !== '', 'the header', 'none')],
  [
    'compact',
    'The header is a compact JWT.',
    (d) => must(/^[\w-]+\.[\w-]+\.[\w-]+$/.test(jwtOf(d)), 'three parts in base64url', 'something else'),
  ],
  ['rs512', 'It is signed with RS512.', (d) => mustEqual('RS512', decodeProtectedHeader(jwtOf(d)).alg, 'alg')],
  [
    'kid',
    'Its header has the `kid` of a published key.',
    async (d, subject) =>
      must(
        (await fetchKeys(subject)).some(({ kid }) => kid === decodeProtectedHeader(jwtOf(d)).kid),
        'a known kid',
        shown(decodeProtectedHeader(jwtOf(d)).kid),
      ),
  ],
  ['verifies', 'The signature verifies with that key.', (d, subject) => verified(subject, d)],
  [
    'body',
    '`body_sha256` is the hex SHA-256 of the raw POST body.',
    (d) => mustEqual(createHash('sha256').update(d.body).digest('hex'), String(claim(d, 'body_sha256')).toLowerCase(), 'body_sha256'),
  ],
  ['type', '`ce_type` is the CloudEvents type.', (d) => mustEqual(member(d.event, 'type'), claim(d, 'ce_type'), 'ce_type')],
  [
    'issuer',
    '`iss` is the public URL of the service.',
    (d, { target }) => mustEqual(target.issuer ?? member(d.event, 'source'), claim(d, 'iss'), 'iss'),
  ],
  [
    'jti',
    '`jti` is a unique JWT identifier.',
    (d) => must(typeof claim(d, 'jti') === 'string' && claim(d, 'jti') !== '', 'a jti', shown(claim(d, 'jti'))),
  ],
  [
    'issued',
    '`iat` is the issuance: not before the event happened.',
    (d) =>
      must(
        Number(claim(d, 'iat')) >= Date.parse(String(member(d.event, 'time'))) / 1_000 - SKEW_SECONDS,
        'iat after time',
        shown(claim(d, 'iat')),
      ),
  ],
  [
    'expires',
    '`exp` is the expiration: after `iat`, and not for ever.',
    (d) => {
      const life = Number(claim(d, 'exp')) - Number(claim(d, 'iat'));
      must(life > 0 && life <= LIFE_SECONDS_MAX, 'a life of up to 49 hours', `${life} s`);
    },
  ],
];

export const signatureCases: readonly Case[] = [
  ...ROWS.flatMap(([id, says, check]): Case[] => [
    {
      id: `signature/${id}`,
      section,
      says,
      needs: ['writing', 'control'],
      run: async (subject) => check((await accepted(subject)).delivery, subject),
    },
    {
      id: `signature/revocation-${id}`,
      section,
      says,
      needs: ['control'],
      run: async (subject) => check((await revoked(subject)).delivery, subject),
    },
  ]),
  {
    id: 'signature/jti-differs',
    section,
    says: '`jti` is unique: two events have two.',
    needs: ['writing', 'control'],
    run: async (subject) =>
      must(claim((await accepted(subject)).delivery, 'jti') !== claim((await refused(subject)).delivery, 'jti'), 'two', 'one'),
  },
  {
    id: 'signature/rotated-key',
    section,
    says: 'Select the key by the `kid` in the JWT header: a new key signs, and is published.',
    needs: ['writing', 'control'],
    run: async (subject) => {
      const kid = await subject.control.rotateKeys();
      const { delivery, documentId } = await decided(subject, 'purchase-invoices');
      mustEqual(kid, decodeProtectedHeader(jwtOf(delivery)).kid, 'kid');
      for (const one of await subject.receiver.wait(isAbout(documentId))) await verified(subject, one);
    },
  },
  {
    id: 'webhook/post',
    section: 'endpoints/webhook',
    says: '`POST {webhook_url}`.',
    needs: ['writing', 'control'],
    run: async (subject) => mustEqual('POST', (await accepted(subject)).delivery.method, 'method'),
  },
  {
    id: 'webhook/content-type',
    section: 'endpoints/webhook',
    says: 'Content type `application/cloudevents+json`.',
    needs: ['writing', 'control'],
    run: async (subject) => {
      const type = (await accepted(subject)).delivery.headers['content-type'] ?? '';
      mustEqual('application/cloudevents+json', type.split(';')[0]?.trim().toLowerCase(), 'content type');
    },
  },
  {
    id: 'webhook/one-endpoint',
    section: 'endpoints/webhook',
    says: 'One HTTPS endpoint receives all event types.',
    needs: ['writing', 'control'],
    run: async (subject) => {
      const [one, two] = [(await accepted(subject)).delivery, (await revoked(subject)).delivery];
      mustEqual(one.path, two.path, 'path of the other event');
    },
  },
  {
    id: 'webhook/utf-8',
    section: 'endpoints/webhook',
    says: 'The body is JSON in UTF-8 (RFC 8259, 8.1).',
    needs: ['writing', 'control'],
    run: async (subject) => {
      const { body } = (await refused(subject)).delivery;
      must(Buffer.from(body.toString('utf8')).equals(body), 'UTF-8', 'other bytes');
    },
  },
];
