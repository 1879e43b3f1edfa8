import { importJWK, type JWK } from 'jose';
import type { Case } from '../case.ts';
import { member, must, mustBe, mustEqual, shown } from '../check.ts';
import type { Answer } from '../client.ts';
import type { Subject } from '../subject.ts';

const section = 'endpoints/keys';
/** Members of a private RSA key, and of a shared one (RFC 7518, 6.3.2 and 6.4). */
const PRIVATE = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];
/** The least length of the modulus, in base64url without padding. */
const CHARACTERS_MIN = Math.floor((2_048 / 8) * (4 / 3));

/** Public by purpose. But the general sentence on tokens may include it, so a token is sent if it is required (C4). */
async function ask(subject: Subject): Promise<Answer> {
  const { jwksUrl: url } = subject.target;
  const open = await subject.send({ method: 'GET', url });
  if (open.status !== 401 && open.status !== 403) return open;
  return subject.send({ method: 'GET', url, headers: { authorization: `Bearer ${await subject.token()}` } });
}

export async function fetchKeys(subject: Subject): Promise<readonly JWK[]> {
  const answer = await ask(subject);
  mustBe(200, answer);
  const keys = member(answer.json, 'keys');
  must(Array.isArray(keys) && keys.length > 0, '"keys", an array with at least one key', answer);
  return keys as readonly JWK[];
}

type Row = readonly [id: string, says: string, check: (keys: readonly JWK[]) => void | Promise<void>];

const ROWS: readonly Row[] = [
  ['set', 'It returns the public key set (JWKS).', (keys) => must(keys.length > 0, 'a key', 'none')],
  [
    'kid',
    'Keys are selected by `kid`: each has one.',
    (keys) =>
      must(
        keys.every(({ kid }) => typeof kid === 'string' && kid !== ''),
        'a kid in each',
        shown(keys.map(({ kid }) => kid)),
      ),
  ],
  [
    'kid-unique',
    'Keys are selected by `kid`: no two share one.',
    (keys) => mustEqual(keys.length, new Set(keys.map(({ kid }) => kid)).size, 'number of kids'),
  ],
  [
    'rsa',
    'RS512 is made with RSA keys.',
    (keys) =>
      must(
        keys.some(({ kty }) => kty === 'RSA'),
        'kty RSA',
        shown(keys.map(({ kty }) => kty)),
      ),
  ],
  [
    'public',
    'The keys are public: nothing private is in them.',
    (keys) =>
      must(
        keys.every((key) => PRIVATE.every((name) => !Object.hasOwn(key, name))),
        'no private member',
        'one',
      ),
  ],
  [
    'alg',
    'Where a key names its algorithm, one of them is RS512.',
    (keys) =>
      must(
        keys.some(({ alg }) => alg === undefined || alg === 'RS512'),
        'alg RS512',
        shown(keys.map(({ alg }) => alg)),
      ),
  ],
  [
    'use',
    'Where a key names its use, one of them is for signatures.',
    (keys) =>
      must(
        keys.some(({ use }) => use === undefined || use === 'sig'),
        'use sig',
        shown(keys.map(({ use }) => use)),
      ),
  ],
  [
    'long-enough',
    'RS512 wants a key of 2,048 bits or more (RFC 7518, 3.5).',
    (keys) =>
      must(
        keys.every(({ kty, n }) => kty !== 'RSA' || (n ?? '').length >= CHARACTERS_MIN),
        '2,048 bits',
        'fewer',
      ),
  ],
  [
    'importable',
    'A library can use a key of the set.',
    async (keys) => void (await Promise.all(keys.filter(({ kty }) => kty === 'RSA').map((key) => importJWK(key, 'RS512')))),
  ],
];

export const keyCases: readonly Case[] = [
  ...ROWS.map(
    ([id, says, check]): Case => ({ id: `keys/${id}`, section, says, needs: [], run: async (subject) => check(await fetchKeys(subject)) }),
  ),
  {
    id: 'keys/json',
    section,
    says: 'The key set is JSON.',
    needs: [],
    run: async (subject) => {
      const answer = await ask(subject);
      must(['application/json', 'application/jwk-set+json'].includes(answer.mediaType), 'a JSON content type', answer);
    },
  },
  {
    id: 'keys/stable',
    section,
    says: 'A key that is published stays: a receiver may keep it.',
    needs: [],
    run: async (subject) => {
      const before = await fetchKeys(subject);
      const after = new Set((await fetchKeys(subject)).map(({ kid }) => kid));
      must(
        before.some(({ kid }) => after.has(kid)),
        'a key of the first answer in the second',
        'none',
      );
    },
  },
];
