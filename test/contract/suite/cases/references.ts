import type { Case } from '../case.ts';
import { must, mustBe, mustBeInvalid, mustBeProblem, mustBeReceived, mustBeUuid, mustEqual, member } from '../check.ts';
import { imported, ROUTES, type Route, sendGood } from '../imports.ts';
import type { Subject } from '../subject.ts';

const section = 'resources/document';
const DUPLICATE = { status: 409, errorCode: 'DUPLICATE_EXTERNAL_REFERENCE' };

async function expectDuplicate(
  subject: Subject,
  route: Route,
  of: { readonly reference: string; readonly documentId: string },
): Promise<void> {
  const answer = await sendGood(subject, route, { reference: of.reference });
  mustBeProblem(answer, DUPLICATE);
  mustEqual(of.documentId, member(answer.json, 'documentId'), 'documentId');
}

const perRoute = ROUTES.flatMap((route): Case[] => [
  {
    id: `document/${route}-id`,
    section,
    says: '`documentId` is a UUID, generated on each successful import.',
    needs: ['writing'],
    run: async (subject) => {
      const [one, two] = [await imported(subject, route), await imported(subject, route)];
      mustBeUuid(one, 'documentId');
      must(one !== two, 'two documentIds', 'one');
    },
  },
  {
    id: `document/${route}-unique`,
    section,
    says: '`externalReference` is unique per `integrationId` and per import type.',
    needs: ['writing'],
    run: async (subject) => {
      const reference = subject.reference();
      const documentId = await imported(subject, route, { reference });
      await expectDuplicate(subject, route, { reference, documentId });
    },
  },
  {
    id: `document/${route}-without-reference`,
    section,
    says: '`externalReference` is optional: without it the same import twice is two documents.',
    needs: ['writing'],
    run: async (subject) => {
      const one = await imported(subject, route, { reference: null });
      must(one !== (await imported(subject, route, { reference: null })), 'two documentIds', 'one');
    },
  },
]);

const characters = ROUTES.flatMap((route): Case[] => [
  {
    id: `document/${route}-characters`,
    section,
    says: '`externalReference`: letters, digits, `_`, `-` and `:` are allowed.',
    needs: ['writing'],
    run: async (subject) => void (await imported(subject, route, { reference: `Az09_-:${subject.reference()}` })),
  },
  {
    id: `document/${route}-case`,
    section,
    says: '`externalReference`: letters of either case are allowed, and two that differ in it are two.',
    needs: ['writing'],
    run: async (subject) => {
      const reference = `Case-${subject.reference()}`;
      const documentId = await imported(subject, route, { reference });
      const other = await imported(subject, route, { reference: reference.toUpperCase() });
      must(other !== documentId, 'two documentIds', 'one');
      await expectDuplicate(subject, route, { reference, documentId });
    },
  },
  {
    id: `document/${route}-dot`,
    section,
    says: '`externalReference`: no other character is allowed.',
    needs: [],
    run: async (subject) => mustBeInvalid(await sendGood(subject, route, { reference: 'contract.suite' })),
  },
]);

export const referenceCases: readonly Case[] = [
  ...perRoute,
  ...characters,
  {
    id: 'document/three-namespaces',
    section,
    says: 'The three import types are separate namespaces: the same value may be reused across types.',
    needs: ['writing'],
    run: async (subject) => {
      const reference = subject.reference();
      const ids: { readonly route: Route; readonly documentId: string }[] = [];
      for (const route of ROUTES) ids.push({ route, documentId: await imported(subject, route, { reference }) });
      mustEqual(3, new Set(ids.map(({ documentId }) => documentId)).size, 'number of documents');
      for (const { route, documentId } of ids) await expectDuplicate(subject, route, { reference, documentId });
    },
  },
  {
    id: 'document/other-integration',
    section,
    says: '`externalReference` is unique per `integrationId`: another integration may use it too.',
    needs: ['writing', 'control'],
    run: async (subject) => {
      const reference = subject.reference();
      await imported(subject, 'purchase-invoices', { reference });
      await imported(subject, 'purchase-invoices', { reference, integration: await subject.control.makeIntegration() });
    },
  },
  {
    id: 'document/at-once',
    section,
    says: 'Unique also when two imports arrive at once: one is received, the other learns its documentId.',
    needs: ['writing'],
    run: async (subject) => {
      const reference = subject.reference();
      const answers = await Promise.all(Array.from({ length: 4 }, () => sendGood(subject, 'purchase-invoices', { reference })));
      const [received, ...more] = answers.filter(({ status }) => status === 200);
      mustEqual(0, more.length, 'further documents');
      must(received !== undefined, 'one answer 200', 'none');
      const documentId = mustBeReceived(received);
      for (const answer of answers.filter((one) => one !== received)) {
        mustBe(409, answer);
        mustEqual(documentId, member(answer.json, 'documentId'), 'documentId');
      }
    },
  },
];
