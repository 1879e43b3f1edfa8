import type { Case } from '../case.ts';
import { must, mustBe, mustBeInvalid, mustBeProblem } from '../check.ts';
import type { Answer } from '../client.ts';
import { type By, buildHeaders, ROUTES, type Route, routeUrl, sendNothing } from '../imports.ts';
import type { Subject } from '../subject.ts';

/** Every integration route; null is the status route. */
const ALL: readonly (Route | null)[] = [null, ...ROUTES];

async function ask(subject: Subject, route: Route | null, by: By): Promise<Answer> {
  if (route !== null) return sendNothing(subject, route, by);
  const url = routeUrl(subject, null, by.integration?.integrationId);
  return subject.send({ method: 'GET', url, headers: await buildHeaders(subject, by) });
}

const nameOf = (route: Route | null): string => route ?? 'status';

type TokenRow = readonly [id: string, says: string, authorization: string | null];

const TOKENS: readonly TokenRow[] = [
  ['no-token', 'All routes except the token endpoint need `Authorization: Bearer`.', null],
  ['wrong-token', 'An invalid token is answered with 401.', 'Bearer contract-suite-wrong'],
  ['basic', 'The token is sent as a bearer token.', 'Basic Y29udHJhY3Q6c3VpdGU='],
];

const tokenCases = ALL.flatMap((route) =>
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
  ...tokenCases,
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
