import type { Case } from '../case.ts';
import { must, mustBe, mustBeInvalid, mustBeProblem, mustBeReceived } from '../check.ts';
import { buildHeaders, ROUTES, routeUrl, sendEntries, sendInvoice, sendNothing } from '../imports.ts';
import type { Subject } from '../subject.ts';
import type { Answer } from '../client.ts';
import { entriesOf, LINE, SECTION, UNBALANCED } from '../../fixtures/entries.ts';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';
/** The document does not show which of these it is; a success would be wrong. */
const NOT_MINE = [400, 401, 403, 404, 410];

const status = async (subject: Subject, integrationId?: string) =>
  subject.send({ method: 'GET', url: routeUrl(subject, null, integrationId), headers: await buildHeaders(subject) });

const as = (subject: Subject, integrationId: string) => ({ integration: { ...subject.integration, integrationId } });

const imports = ROUTES.flatMap((route): Case[] => [
  {
    id: `integration/${route}-unknown-id`,
    section: 'resources/integration',
    says: '`integrationId` is the path parameter of every integration route: an unknown one is refused, and nothing is said about the data.',
    needs: [],
    run: async (subject) => mustBeProblem(await sendNothing(subject, route, as(subject, UNKNOWN)), { status: [401, 403, 404] }),
  },
  {
    id: `integration/${route}-no-uuid`,
    section: 'resources/integration',
    says: '`integrationId` is a UUID: anything else is refused.',
    needs: [],
    run: async (subject) => mustBeProblem(await sendNothing(subject, route, as(subject, 'not-a-uuid')), { status: NOT_MINE }),
  },
]);

export const integrationCases: readonly Case[] = [
  ...imports,
  {
    id: 'integration/upper-case-id',
    section: 'resources/integration',
    says: 'A UUID is the same in either case (RFC 9562, 4).',
    needs: [],
    run: async (subject) =>
      mustBeInvalid(await sendNothing(subject, 'entries', as(subject, subject.integration.integrationId.toUpperCase()))),
  },
  {
    id: 'status/valid',
    section: 'endpoints/status',
    says: 'It verifies whether an integration is still valid: a valid one is answered with a success.',
    needs: [],
    run: async (subject) => mustBe([200, 204], await status(subject)),
  },
  {
    id: 'status/again',
    section: 'endpoints/status',
    says: 'Asking changes nothing: the second answer is as the first.',
    needs: [],
    run: async (subject) => {
      await status(subject);
      mustBe([200, 204], await status(subject));
    },
  },
  {
    id: 'status/unknown',
    section: 'endpoints/status',
    says: 'An integration that there is not is not valid.',
    needs: [],
    run: async (subject) => mustBeProblem(await status(subject, UNKNOWN), { status: [401, 403, 404, 410] }),
  },
  {
    id: 'status/no-uuid',
    section: 'endpoints/status',
    says: 'What is no UUID is no integration.',
    needs: [],
    run: async (subject) => mustBeProblem(await status(subject, 'not-a-uuid'), { status: NOT_MINE }),
  },
  {
    id: 'status/revoked',
    section: 'endpoints/status',
    says: 'It verifies whether an integration is still valid: a revoked one is not.',
    needs: ['control'],
    run: async (subject) => {
      const integration = await subject.control.makeIntegration();
      await subject.control.revoke(integration.integrationId);
      const answer = await subject.send({
        method: 'GET',
        url: routeUrl(subject, null, integration.integrationId),
        headers: await buildHeaders(subject, { integration }),
      });
      mustBeProblem(answer, { status: [401, 403, 404, 410] });
    },
  },
];

const section = 'endpoints/health';

const ask = (subject: Subject, headers: Readonly<Record<string, string>>): Promise<Answer> =>
  subject.send({ method: 'GET', url: `${subject.target.baseUrl}/health`, headers });

type Row = readonly [
  id: string,
  says: string,
  headers: (token: string) => Readonly<Record<string, string>>,
  check: (answer: Answer) => void,
];

const isHealthy = (answer: Answer): void => mustBe(204, answer);
const isRefused = (answer: Answer): void => mustBeProblem(answer, { status: 401 });

const ROWS: readonly Row[] = [
  ['no-content', 'Response: 204 No Content.', (token) => ({ authorization: `Bearer ${token}` }), isHealthy],
  [
    'empty',
    'The body is empty: no business data.',
    (token) => ({ authorization: `Bearer ${token}` }),
    (a) => must(a.status === 204 && a.text === '', 'an empty body', a),
  ],
  [
    'no-content-type',
    'What has no content has no content type.',
    (token) => ({ authorization: `Bearer ${token}` }),
    (a) => must(a.mediaType === '', 'no content type', a),
  ],
  [
    'scheme-in-lower-case',
    'The scheme `Bearer` is written in either case (RFC 9110, 11.1).',
    (token) => ({ authorization: `bearer ${token}` }),
    isHealthy,
  ],
  ['without-token', 'It verifies authentication: without a token 401.', () => ({}), isRefused],
  [
    'wrong-token',
    'It verifies authentication: with a wrong token 401.',
    () => ({ authorization: 'Bearer contract-suite-wrong' }),
    isRefused,
  ],
  [
    'token-cut-short',
    'It verifies authentication: with a part of a token 401.',
    (token) => ({ authorization: `Bearer ${token.slice(0, -1)}` }),
    isRefused,
  ],
  ['other-scheme', 'The header is `Authorization: Bearer`.', (token) => ({ authorization: `Basic ${token}` }), isRefused],
  ['token-alone', 'The header is `Authorization: Bearer`.', (token) => ({ authorization: token }), isRefused],
  ['token-as-api-key', 'The token stands in `Authorization`.', (token) => ({ 'x-service-api-key': token }), isRefused],
  [
    'challenge',
    'A 401 says which scheme it wants (RFC 9110, 11.6.1).',
    () => ({}),
    (a) => must(/^bearer/i.test(a.headers['www-authenticate'] ?? ''), 'www-authenticate Bearer', a),
  ],
];

export const healthCases: readonly Case[] = [
  ...ROWS.map(
    ([id, says, headers, check]): Case => ({
      id: `health/${id}`,
      section,
      says,
      needs: [],
      run: async (subject) => check(await ask(subject, headers(await subject.token()))),
    }),
  ),
  {
    id: 'health/post',
    section,
    says: 'The method is GET.',
    needs: [],
    run: async (subject) => {
      const headers = { authorization: `Bearer ${await subject.token()}` };
      mustBe([404, 405], await subject.send({ method: 'POST', url: `${subject.target.baseUrl}/health`, headers }));
    },
  },
];

const allocationSection = 'resources/allocation';
const HALF = { ...SECTION, debit: { ...SECTION.debit, amount: 60.25, currencyAmount: 60.25 } };
const axes = (...analyticalAxes: readonly object[]): unknown => entriesOf({ ...LINE, analyticalAxes });
const axis = (axisCode: string, ...sections: readonly object[]): object => ({ axisCode, sections });

type AllocationRow = readonly [id: string, says: string, entries: unknown];

const ALLOCATION_ROWS: readonly AllocationRow[] = [
  ['independent', 'Axes are independent: each may take the whole line.', axes(axis('SITE', SECTION), axis('PROJET', SECTION))],
  ['adds-up', 'On every axis the sections add up to the line.', axes(axis('SITE', HALF, { ...HALF, section: 'LYON' }))],
  ['less-than-line', 'An axis that does not total 100% of the line is not rejected.', axes(axis('SITE', HALF))],
  ['more-than-line', 'An axis that exceeds the line is not rejected.', axes(axis('SITE', SECTION, HALF))],
  [
    'other-side',
    'Amounts on the other side are not rejected: the accounting tool checks.',
    axes(axis('SITE', { ...SECTION, debit: SECTION.credit, credit: SECTION.debit })),
  ],
  ['same-section-twice', 'Only `axisCode` is unique: a section may come twice.', axes(axis('SITE', HALF, HALF))],
  [
    'same-axis-on-two-lines',
    '`axisCode` is unique within one line: another line may have it too.',
    entriesOf(...[1, 2].map(() => ({ ...LINE, analyticalAxes: [axis('SITE', SECTION)] }))),
  ],
  ['no-axes', 'An empty array of axes is accepted.', axes()],
  ['unbalanced', 'Entries are not required to balance.', UNBALANCED],
  ['both-sides', 'There is no equality check: a line may have both sides.', entriesOf({ ...LINE, credit: LINE.debit })],
];

/** Each row as a batch, and as the entries of an invoice. */
export const allocationCases: readonly Case[] = ALLOCATION_ROWS.flatMap(([id, says, entries]): Case[] => [
  {
    id: `allocation/${id}`,
    section: allocationSection,
    says,
    needs: ['writing'],
    run: async (subject) => void mustBeReceived(await sendEntries(subject, { entries, externalReference: subject.reference() })),
  },
  {
    id: `allocation/invoice-${id}`,
    section: allocationSection,
    says,
    needs: ['writing'],
    run: async (subject) => {
      const fields = { entries: JSON.stringify(entries), externalReference: subject.reference() };
      mustBeReceived(await sendInvoice(subject, fields));
    },
  },
]);
