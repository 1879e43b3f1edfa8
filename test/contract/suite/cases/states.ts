import type { Case } from '../case.ts';
import { must, mustBe, mustBeProblem, mustEqual, member } from '../check.ts';
import type { Closing } from '../control.ts';
import {
  accepted,
  buildHeaders,
  dataOf,
  decided,
  imported,
  isAbout,
  isRevocationOf,
  refused,
  revoked,
  ROUTES,
  routeUrl,
  sendGood,
  sendNothing,
} from '../imports.ts';

const CLOSINGS: readonly Closing[] = ['SMB_CLOSED', 'SMB_NOTFOUND', 'CPA_CLOSED'];

const documents = ROUTES.flatMap((route): Case[] => [
  {
    id: `states/${route}-accepted`,
    section: 'states/document',
    says: 'Document accepted: a `DocumentStatus` webhook with `documentState` = `Accepted`, for every import type.',
    needs: ['writing', 'control'],
    run: async (subject) =>
      mustEqual('Accepted', member(dataOf((await accepted(subject, route)).delivery), 'documentState'), 'documentState'),
  },
  {
    id: `states/${route}-refused`,
    section: 'states/document',
    says: 'Document refused: a `DocumentStatus` webhook with `documentState` = `Refused`, for every import type.',
    needs: ['writing', 'control'],
    run: async (subject) =>
      mustEqual('Refused', member(dataOf((await refused(subject, route)).delivery), 'documentState'), 'documentState'),
  },
]);

const integrations = [
  ...ROUTES.map(
    (route): Case => ({
      id: `states/revoked-${route}`,
      section: 'states/integration',
      says: 'A revoked integration: 401 on this import.',
      needs: ['control'],
      run: async (subject) => {
        const { integration } = await revoked(subject);
        mustBeProblem(await sendNothing(subject, route, { integration }), { status: 401 });
      },
    }),
  ),
  ...ROUTES.map(
    (route): Case => ({
      id: `states/revoked-after-use-${route}`,
      section: 'states/integration',
      says: 'Revoked: 401 on this import, also for an integration that has imported before.',
      needs: ['writing', 'control'],
      run: async (subject) => {
        const integration = await subject.control.makeIntegration();
        await imported(subject, route, { integration });
        await subject.control.revoke(integration.integrationId);
        mustBeProblem(await sendGood(subject, route, { integration }), { status: 401 });
      },
    }),
  ),
  ...CLOSINGS.map(
    (errorCode): Case => ({
      id: `states/closed-${errorCode}`,
      section: 'states/integration',
      says: `An import answered with ${errorCode} revokes the integration: it is not valid afterwards.`,
      needs: ['control'],
      run: async (subject) => {
        const integration = await subject.control.makeIntegration();
        await subject.control.close(integration.integrationId, errorCode);
        mustBe(400, await sendGood(subject, 'entries', { integration }));
        const url = routeUrl(subject, null, integration.integrationId);
        mustBeProblem(await subject.send({ method: 'GET', url, headers: await buildHeaders(subject, { integration }) }), {
          status: [401, 403, 404, 410],
        });
      },
    }),
  ),
];

export const stateCases: readonly Case[] = [
  ...documents,
  ...integrations,
  {
    id: 'states/received-is-not-decided',
    section: 'states/document',
    says: 'Receipt is not the final result: no event before the decision.',
    needs: ['writing', 'control'],
    run: async (subject) => {
      const waiting = await imported(subject, 'purchase-invoices');
      // An event that is sent later arrives later: an earlier one would be here by now.
      await decided(subject, 'purchase-invoices');
      mustEqual(0, subject.receiver.deliveries.filter(isAbout(waiting)).length, 'events');
    },
  },
  {
    id: 'states/reference-stays-used',
    section: 'states/document',
    says: 'The final states are final: the document is there, and its reference stays used.',
    needs: ['writing', 'control'],
    run: async (subject) => {
      const { documentId, reference } = await accepted(subject, 'sales-invoices');
      const answer = await sendGood(subject, 'sales-invoices', { reference });
      mustBeProblem(answer, { status: 409, errorCode: 'DUPLICATE_EXTERNAL_REFERENCE' });
      mustEqual(documentId, member(answer.json, 'documentId'), 'documentId');
    },
  },
  {
    id: 'states/revocation-told',
    section: 'states/integration',
    says: 'Revocation by the client, the firm or a business event: a `Revocation` webhook.',
    needs: ['control'],
    run: async (subject) => {
      const { delivery, integration } = await revoked(subject);
      mustEqual(integration.integrationId, member(dataOf(delivery), 'integrationId'), 'integrationId');
    },
  },
  {
    id: 'states/automatic-revocation-told',
    section: 'states/integration',
    says: 'Rule 4: revoked by a business event, "the partner is then notified": once and by its id, where it is told at all (C30).',
    needs: ['writing', 'control'],
    run: async (subject) => {
      const integration = await subject.control.makeIntegration();
      await subject.control.close(integration.integrationId, 'CPA_CLOSED');
      await sendGood(subject, 'entries', { integration });
      // A later event arrives later: the revocation's would be here by now.
      await decided(subject, 'purchase-invoices');
      const told = subject.receiver.deliveries.filter(isRevocationOf(integration));
      must(told.length <= 1, 'one event at most', String(told.length));
      for (const { event } of told) mustEqual('Revocation', member(event, 'type'), 'type');
    },
  },
  {
    id: 'states/others-stay-active',
    section: 'states/integration',
    says: 'Revoked is one integration: the token and the other integrations stay as they were.',
    needs: ['control'],
    run: async (subject) => {
      await revoked(subject);
      const health = await subject.send({
        method: 'GET',
        url: `${subject.target.baseUrl}/health`,
        headers: { authorization: `Bearer ${await subject.token()}` },
      });
      mustBe(204, health);
      const answer = await sendNothing(subject, 'entries');
      must(answer.status === 400, 'status 400 for the other integration', answer);
    },
  },
  {
    id: 'states/decided-after-revocation',
    section: 'states/document',
    says: 'A document that was received is decided, also after its integration was revoked.',
    needs: ['writing', 'control'],
    run: async (subject) => {
      const integration = await subject.control.makeIntegration();
      const documentId = await imported(subject, 'purchase-invoices', { integration });
      await subject.control.revoke(integration.integrationId);
      await subject.control.decide(documentId, { documentState: 'Accepted' });
      mustEqual(1, (await subject.receiver.wait(isAbout(documentId))).length, 'events');
    },
  },
];
