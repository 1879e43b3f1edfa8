import type { Case } from '../case.ts';
import { must, mustBeTimestamp, mustBeProblem, mustEqual, member } from '../check.ts';
import type { Closing } from '../control.ts';
import { buildHeaders, imported, ROUTES, routeUrl, sendGood, sendNothing } from '../imports.ts';
import type { Subject } from '../subject.ts';

const section = 'errors';
const CLOSINGS: readonly (readonly [Closing, string])[] = [
  ['SMB_CLOSED', 'SMB Closed'],
  ['SMB_NOTFOUND', 'SMB not Found'],
  ['CPA_CLOSED', 'CPA Closed'],
];

async function closed(subject: Subject, errorCode: Closing) {
  const integration = await subject.control.makeIntegration();
  await subject.control.close(integration.integrationId, errorCode);
  return integration;
}

const closings = CLOSINGS.flatMap(([errorCode, reason]): Case[] => [
  ...ROUTES.map(
    (route): Case => ({
      id: `errors/${route}-${errorCode}`,
      section,
      says: `400 ${errorCode}, to an import of any type.`,
      needs: ['control'],
      run: async (subject) =>
        mustBeProblem(await sendGood(subject, route, { integration: await closed(subject, errorCode) }), { status: 400, errorCode }),
    }),
  ),
  {
    id: `errors/later-${errorCode}`,
    section,
    says: `After automatic revocation, later calls return 401 with the reason ${reason}.`,
    needs: ['control'],
    run: async (subject) => {
      const integration = await closed(subject, errorCode);
      await sendGood(subject, 'purchase-invoices', { integration });
      for (const route of ROUTES) {
        const answer = await sendGood(subject, route, { integration });
        mustBeProblem(answer, { status: 401 });
        must(answer.text.toLowerCase().includes(reason.toLowerCase()), `the reason ${reason}`, answer);
      }
    },
  },
]);

async function duplicate(subject: Subject) {
  const reference = subject.reference();
  const documentId = await imported(subject, 'sales-invoices', { reference });
  return { documentId, answer: await sendGood(subject, 'sales-invoices', { reference }) };
}

export const errorCases: readonly Case[] = [
  ...closings,
  {
    id: 'errors/duplicate',
    section,
    says: '409 DUPLICATE_EXTERNAL_REFERENCE.',
    needs: ['writing'],
    run: async (subject) => mustBeProblem((await duplicate(subject)).answer, { status: 409, errorCode: 'DUPLICATE_EXTERNAL_REFERENCE' }),
  },
  {
    id: 'errors/duplicate-document-id',
    section,
    says: 'The response includes `documentId` of the existing import.',
    needs: ['writing'],
    run: async (subject) => {
      const { documentId, answer } = await duplicate(subject);
      mustEqual(documentId, member(answer.json, 'documentId'), 'documentId');
    },
  },
  {
    id: 'errors/duplicate-deposit-date',
    section,
    says: 'The response includes `depositDate` of the existing import, a timestamp.',
    needs: ['writing'],
    run: async (subject) => {
      const { answer } = await duplicate(subject);
      mustBeTimestamp(member(answer.json, 'depositDate'), 'depositDate');
    },
  },
  {
    id: 'errors/duplicate-keeps-date',
    section,
    says: '`depositDate` is that of the existing import: asking again does not move it.',
    needs: ['writing'],
    run: async (subject) => {
      const reference = subject.reference();
      await imported(subject, 'entries', { reference });
      const [one, two] = [await sendGood(subject, 'entries', { reference }), await sendGood(subject, 'entries', { reference })];
      mustEqual(member(one.json, 'depositDate'), member(two.json, 'depositDate'), 'depositDate');
    },
  },
  {
    id: 'errors/invalid-before-duplicate',
    section,
    says: 'A call that is wrong in itself is VALIDATION_ERROR, on every import route.',
    needs: [],
    run: async (subject) => {
      for (const route of ROUTES) mustBeProblem(await sendNothing(subject, route), { status: 400, errorCode: 'VALIDATION_ERROR' });
    },
  },
  {
    id: 'errors/401-has-no-code',
    section,
    says: 'Business errors carry `errorCode`; 401 is given none.',
    needs: [],
    run: async (subject) => {
      const answer = await sendNothing(subject, 'entries', { headers: { authorization: null } });
      mustBeProblem(answer, { status: 401 });
      must(
        !['VALIDATION_ERROR', 'DUPLICATE_EXTERNAL_REFERENCE'].includes(String(member(answer.json, 'errorCode'))),
        'no code of another error',
        answer,
      );
    },
  },
  {
    id: 'errors/unknown-route',
    section,
    says: 'Errors follow RFC 9457, also where there is no such route.',
    needs: [],
    run: async (subject) => {
      const url = `${routeUrl(subject, null)}/contract-suite`;
      mustBeProblem(await subject.send({ method: 'GET', url, headers: await buildHeaders(subject) }), { status: [401, 403, 404] });
    },
  },
  {
    id: 'errors/import-by-get',
    section,
    says: 'The imports are POST: asking for one is no import, and an error of RFC 9457.',
    needs: [],
    run: async (subject) => {
      const url = routeUrl(subject, 'purchase-invoices');
      mustBeProblem(await subject.send({ method: 'GET', url, headers: await buildHeaders(subject) }), { status: [404, 405] });
    },
  },
];
