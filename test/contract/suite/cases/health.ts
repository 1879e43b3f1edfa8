import type { Case } from '../case.ts';
import { must, mustBe, mustBeProblem } from '../check.ts';
import type { Answer } from '../client.ts';
import type { Subject } from '../subject.ts';

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
