import type { Case } from '../case.ts';
import { mustBe, mustBeInvalid, mustBeProblem } from '../check.ts';
import { buildHeaders, ROUTES, routeUrl, sendNothing } from '../imports.ts';
import type { Subject } from '../subject.ts';

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
