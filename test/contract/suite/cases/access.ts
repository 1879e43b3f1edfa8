import type { Case } from '../case.ts';
import { member, must, mustBe, mustBeInvalid, mustBeProblem, mustEqual, shown } from '../check.ts';
import type { Answer, Call } from '../client.ts';
import { buildHeaders, type By, type Route, ROUTES, routeUrl, sendNothing } from '../imports.ts';
import type { Subject } from '../subject.ts';

/** Every integration route; null is the status route. */
const ALL: readonly (Route | null)[] = [null, ...ROUTES];

async function ask(subject: Subject, route: Route | null, deps: By): Promise<Answer> {
  if (route !== null) return sendNothing(subject, route, deps);
  const url = routeUrl(subject, null, deps.integration?.integrationId);
  return subject.send({ method: 'GET', url, headers: await buildHeaders(subject, deps) });
}

const nameOf = (route: Route | null): string => route ?? 'status';

type TokenRow = readonly [id: string, says: string, authorization: string | null];

const TOKENS: readonly TokenRow[] = [
  ['no-token', 'All routes except the token endpoint need `Authorization: Bearer`.', null],
  ['wrong-token', 'An invalid token is answered with 401.', 'Bearer contract-suite-wrong'],
  ['basic', 'The token is sent as a bearer token.', 'Basic Y29udHJhY3Q6c3VpdGU='],
];

const casesOfRoutes = ALL.flatMap((route) =>
  TOKENS.map(
    ([id, says, authorization]): Case => ({
      id: `auth/${nameOf(route)}-${id}`,
      section: 'authentication/token',
      says,
      needs: [],
      run: async (subject) => mustBeProblem(await ask(subject, route, { headers: { authorization } }), { status: 401 }),
    }),
  ),
);

const SECRETS: readonly (readonly [id: string, says: string, change: (secret: string) => string | null])[] = [
  ['no-secret', 'The header `x-service-api-key` is mandatory on integration routes.', () => null],
  ['empty-secret', 'The header carries the integration secret.', () => ''],
  ['wrong-secret', 'The header carries the integration secret.', () => 'contract-suite-wrong'],
  ['secret-cut-short', 'The header carries the whole integration secret.', (secret) => secret.slice(0, -1)],
];

/** The status route is left out: the document does not show whether it needs the secret. */
const secretCases = ROUTES.flatMap((route) =>
  SECRETS.map(
    ([id, says, change]): Case => ({
      id: `auth/${route}-${id}`,
      section: 'authentication/secret',
      says,
      needs: [],
      run: async (subject) => {
        const secret = change(subject.integration.integrationSecret);
        mustBeProblem(await sendNothing(subject, route, { headers: { 'x-service-api-key': secret } }), { status: 401 });
      },
    }),
  ),
);

export const authenticationCases: readonly Case[] = [
  ...casesOfRoutes,
  ...secretCases,
  {
    id: 'auth/two-tokens',
    section: 'authentication/token',
    says: 'A second token is good at once; whether it ends the first is not said, and the first is good or answered with 401.',
    needs: [],
    run: async (subject) => {
      const health = async (token: string): Promise<Answer> =>
        subject.send({ method: 'GET', url: `${subject.target.baseUrl}/health`, headers: { authorization: `Bearer ${token}` } });
      const [first, second] = [await subject.token(), await subject.newToken()];
      mustBe(204, await health(second));
      const answer = await health(first);
      mustBe([204, 401], answer);
      if (answer.status === 401) mustBeProblem(answer, { status: 401 });
    },
  },
  {
    id: 'auth/fresh-token-after-401',
    section: 'authentication/token',
    says: 'On a 401 a fresh token is requested, and the call works again.',
    needs: ['control'],
    run: async (subject) => {
      await subject.token();
      await subject.control.expireTokens();
      mustBeProblem(await ask(subject, null, {}), { status: 401 });
      await subject.newToken();
      mustBe([200, 204], await ask(subject, null, {}));
    },
  },
  {
    id: 'auth/secret-header-in-capitals',
    section: 'authentication/secret',
    says: 'Header names are the same in either case (RFC 9110, 5.1).',
    needs: [],
    run: async (subject) => {
      const headers = { 'x-service-api-key': null, 'X-SERVICE-API-KEY': subject.integration.integrationSecret };
      mustBeInvalid(await sendNothing(subject, 'entries', { headers }));
    },
  },
  {
    id: 'auth/secret-of-another',
    section: 'authentication/secret',
    says: 'The integration secret and `integrationId` are issued together.',
    needs: ['control'],
    run: async (subject) => {
      const { integrationSecret } = await subject.control.makeIntegration();
      mustBeProblem(await sendNothing(subject, 'entries', { headers: { 'x-service-api-key': integrationSecret } }), { status: 401 });
    },
  },
  {
    id: 'auth/secret-before-data',
    section: 'authentication/secret',
    says: 'Who has no secret learns nothing about the data: 401, not 400.',
    needs: [],
    run: async (subject) => {
      const answer = await sendNothing(subject, 'purchase-invoices', { headers: { 'x-service-api-key': null } });
      must(answer.status === 401 && !answer.text.includes('VALIDATION_ERROR'), '401 without VALIDATION_ERROR', answer);
    },
  },
];

const section = 'endpoints/token';

const requestToken = (subject: Subject, change: Readonly<Record<string, string | null>> = {}, more: Partial<Call> = {}): Promise<Answer> =>
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
      const answer = await requestToken(subject);
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
    run: async (subject) => mustBeRefused(await requestToken(subject, change), errors),
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
    run: async (subject) =>
      mustBeRefused(await requestToken(subject, { scope: 'contract-suite-unknown' }), ['invalid_scope', 'invalid_request']),
  },
  {
    id: 'token/json-body',
    section,
    says: 'The content type is `application/x-www-form-urlencoded`.',
    needs: [],
    run: async (subject) => {
      const body = JSON.stringify(Object.fromEntries(subject.tokenForm()));
      const answer = await requestToken(subject, {}, { headers: { 'content-type': 'application/json' }, body });
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
      mustEqual(200, (await requestToken(subject, {}, { headers })).status, 'status');
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
