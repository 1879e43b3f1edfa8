import type { Case } from '../case.ts';
import { member, must, mustBe, mustEqual, shown } from '../check.ts';
import type { Answer, Call } from '../client.ts';
import type { Subject } from '../subject.ts';

const section = 'endpoints/token';

const ask = (subject: Subject, change: Readonly<Record<string, string | null>> = {}, more: Partial<Call> = {}): Promise<Answer> =>
  subject.send({
    method: 'POST',
    url: `${subject.target.authUrl}/oauth2/token`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: subject.tokenForm(change).toString(),
    ...more,
  });

/** No token, and an error in OAuth's own format (RFC 6749, 5.2), since the document names no other. */
function mustBeRefused(answer: Answer, errors: readonly string[]): void {
  mustBe([400, 401], answer);
  must(member(answer.json, 'access_token') === undefined, 'no access_token', 'one');
  must(errors.includes(String(member(answer.json, 'error'))), `"error" ${errors.join(' or ')}`, answer);
}

type Given = readonly [id: string, says: string, check: (answer: Answer) => void];

/** The answer to a good request. It contains a token, so only single members are shown. */
const GOOD: readonly Given[] = [
  ['json', 'The response is JSON.', (a) => mustEqual('application/json', a.mediaType, 'content type')],
  ['token-type', '`token_type` is `Bearer`.', (a) => mustEqual('Bearer', member(a.json, 'token_type'), 'token_type')],
  [
    'expires-in-number',
    '`expires_in` is a number of seconds.',
    (a) => mustEqual('number', typeof member(a.json, 'expires_in'), 'type of expires_in'),
  ],
  [
    'access-token',
    '`access_token` is a string.',
    (a) => mustEqual('string', typeof member(a.json, 'access_token'), 'type of access_token'),
  ],
  [
    'access-token-fits-header',
    '`access_token` can be sent as a bearer token (RFC 6750, 2.1).',
    (a) => must(/^[\w\-.~+/]+=*$/.test(String(member(a.json, 'access_token'))), 'a b64token', 'other characters'),
  ],
  [
    'not-stored',
    'The answer is not to be stored (RFC 6749, 5.1).',
    (a) => must(/no-store/.test(a.headers['cache-control'] ?? ''), 'cache-control no-store', shown(a.headers['cache-control'])),
  ],
];

const good = GOOD.map(
  ([id, says, check]): Case => ({
    id: `token/${id}`,
    section,
    says,
    needs: [],
    run: async (subject) => {
      const answer = await ask(subject);
      mustEqual(200, answer.status, 'status');
      check(answer);
    },
  }),
);

type Refused = readonly [id: string, says: string, change: Readonly<Record<string, string | null>>, errors: readonly string[]];

const CLIENT = ['invalid_client', 'invalid_request', 'unauthorized_client'];

const REFUSED: readonly Refused[] = [
  ['no-grant-type', '`grant_type` is a body field.', { grant_type: null }, ['invalid_request', 'unsupported_grant_type']],
  [
    'other-grant-type',
    '`grant_type` has the value `client_credentials`.',
    { grant_type: 'password' },
    ['unsupported_grant_type', 'unauthorized_client', 'invalid_request'],
  ],
  [
    'grant-type-in-capitals',
    '`grant_type` has the value `client_credentials`.',
    { grant_type: 'CLIENT_CREDENTIALS' },
    ['unsupported_grant_type', 'invalid_request'],
  ],
  ['no-client-id', '`client_id` is a body field.', { client_id: null }, CLIENT],
  ['unknown-client', '`client_id` is the one provisioned.', { client_id: '00000000-0000-4000-8000-000000000000' }, CLIENT],
  ['no-client-secret', '`client_secret` is a body field.', { client_secret: null }, CLIENT],
  ['empty-client-secret', '`client_secret` is the one provisioned.', { client_secret: '' }, CLIENT],
  ['wrong-client-secret', '`client_secret` is the one provisioned.', { client_secret: 'wrong-secret' }, CLIENT],
];

const refused = REFUSED.map(
  ([id, says, change, errors]): Case => ({
    id: `token/${id}`,
    section,
    says,
    needs: [],
    run: async (subject) => mustBeRefused(await ask(subject, change), errors),
  }),
);

export const tokenCases: readonly Case[] = [
  ...good,
  ...refused,
  {
    id: 'token/unknown-scope',
    section,
    says: '`scope` is the one provisioned.',
    needs: ['scope'],
    run: async (subject) => mustBeRefused(await ask(subject, { scope: 'contract-suite-unknown' }), ['invalid_scope', 'invalid_request']),
  },
  {
    id: 'token/json-body',
    section,
    says: 'The content type is `application/x-www-form-urlencoded`.',
    needs: [],
    run: async (subject) => {
      const body = JSON.stringify(Object.fromEntries(subject.tokenForm()));
      const answer = await ask(subject, {}, { headers: { 'content-type': 'application/json' }, body });
      mustBe([400, 401, 415], answer);
    },
  },
  {
    id: 'token/charset-parameter',
    section,
    says: 'The content type may carry a parameter, as many clients send it (RFC 9110, 8.3.1).',
    needs: [],
    run: async (subject) => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' };
      mustEqual(200, (await ask(subject, {}, { headers })).status, 'status');
    },
  },
  {
    id: 'token/get',
    section,
    says: 'The method is POST: credentials never stand in an address.',
    needs: [],
    run: async (subject) =>
      mustBe([400, 401, 404, 405], await subject.send({ method: 'GET', url: `${subject.target.authUrl}/oauth2/token` })),
  },
];
