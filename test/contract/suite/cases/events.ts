import type { Case } from '../case.ts';
import { member, must, mustBe, mustBeMoment, mustBeUuid, mustEqual, shown } from '../check.ts';
import { accepted, dataOf, decided, eventIdOf, REASON, refused, revoked, ROUTES } from '../imports.ts';
import type { Delivery } from '../receiver.ts';
import type { Subject } from '../subject.ts';

type Row = readonly [id: string, says: string, check: (delivery: Delivery, subject: Subject) => void];

const names = (value: unknown): readonly string[] => (typeof value === 'object' && value !== null ? Object.keys(value).sort() : []);

/** Checked in both kinds of event. */
const ENVELOPE: readonly Row[] = [
  ['specversion', '`specversion` is always `1.0`.', ({ event }) => mustEqual('1.0', member(event, 'specversion'), 'specversion')],
  ['id', '`id` is a UUID.', ({ event }) => mustBeUuid(member(event, 'id'), 'id')],
  [
    'source',
    '`source` is the public URL of the service.',
    ({ event }, { target }) => mustEqual(target.issuer ?? member(event, 'source'), member(event, 'source'), 'source'),
  ],
  [
    'datacontenttype',
    '`datacontenttype` is always `application/json`.',
    ({ event }) => mustEqual('application/json', member(event, 'datacontenttype'), 'datacontenttype'),
  ],
  ['time', '`time` is ISO 8601.', ({ event }) => mustBeMoment(member(event, 'time'), 'time')],
  ['data', '`data` is an object.', ({ event }) => must(names(member(event, 'data')).length > 0, 'an object', shown(member(event, 'data')))],
  [
    'type',
    '`type` is one of two.',
    ({ event }) =>
      must(
        ['DocumentStatus', 'Revocation'].includes(String(member(event, 'type'))),
        'DocumentStatus or Revocation',
        shown(member(event, 'type')),
      ),
  ],
  [
    'kind-in-type-alone',
    'The event kind is carried only in the body field `type`.',
    ({ headers }) => mustEqual(undefined, headers['ce-type'], 'header ce-type'),
  ],
];

const envelope = ENVELOPE.flatMap(([id, says, check]): Case[] => [
  {
    id: `envelope/${id}`,
    section: 'events/envelope',
    says,
    needs: ['writing', 'control'],
    run: async (subject) => check((await accepted(subject)).delivery, subject),
  },
  {
    id: `envelope/revocation-${id}`,
    section: 'events/envelope',
    says,
    needs: ['control'],
    run: async (subject) => check((await revoked(subject)).delivery, subject),
  },
]);

const ACCEPTED: readonly Row[] = [
  ['type', '`type` is `DocumentStatus`.', ({ event }) => mustEqual('DocumentStatus', member(event, 'type'), 'type')],
  [
    'integration-id',
    '`integrationId` is the path parameter of the import.',
    (d, { integration }) =>
      mustEqual(integration.integrationId.toLowerCase(), String(member(dataOf(d), 'integrationId')).toLowerCase(), 'integrationId'),
  ],
  ['document-id', '`documentId` is a UUID.', (d) => mustBeUuid(member(dataOf(d), 'documentId'), 'documentId')],
  [
    'accepted-no-date',
    '`rejectedDatetime`: refused only.',
    (d) => mustEqual(null, member(dataOf(d), 'rejectedDatetime') ?? null, 'rejectedDatetime'),
  ],
  [
    'accepted-no-reason',
    '`rejectionReason`: refused only.',
    (d) => mustEqual(null, member(dataOf(d), 'rejectionReason') ?? null, 'rejectionReason'),
  ],
  ['invoice-no-metadata', '`metadata`: entries imports only.', (d) => mustEqual(null, member(dataOf(d), 'metadata') ?? null, 'metadata')],
];

const REFUSED: readonly Row[] = [
  ['rejected-datetime', '`rejectedDatetime` is ISO 8601.', (d) => mustBeMoment(member(dataOf(d), 'rejectedDatetime'), 'rejectedDatetime')],
  [
    'rejection-reason',
    '`rejectionReason` is the reason as it was given, letter by letter.',
    (d) => mustEqual(REASON, member(dataOf(d), 'rejectionReason'), 'rejectionReason'),
  ],
];

const METADATA: readonly (readonly [string, unknown])[] = [
  ['flat', { lot: 'PAIE-01', mois: 1 }],
  ['nested', { a: { b: [1, 'deux', null, true, { c: [] }] } }],
  ['unicode', { clé: 'été – 漢字 🙂 \u0000 "\\ </script>' }],
  ['numbers', { big: 9_007_199_254_740_991, small: -0.000_1, half: 0.5 }],
  ['empty', {}],
];

const section = 'events/document-status';

export const eventCases: readonly Case[] = [
  ...envelope,
  ...ACCEPTED.map(
    ([id, says, check]): Case => ({
      id: `status-event/${id}`,
      section,
      says,
      needs: ['writing', 'control'],
      run: async (subject) => check((await accepted(subject)).delivery, subject),
    }),
  ),
  ...REFUSED.map(
    ([id, says, check]): Case => ({
      id: `status-event/${id}`,
      section,
      says,
      needs: ['writing', 'control'],
      run: async (subject) => check((await refused(subject)).delivery, subject),
    }),
  ),
  ...METADATA.map(
    ([id, metadata]): Case => ({
      id: `status-event/metadata-${id}`,
      section,
      says: '`metadata` is the object given at import, unchanged.',
      needs: ['writing', 'control'],
      run: async (subject) =>
        mustEqual(metadata, member(dataOf((await decided(subject, 'entries', { metadata })).delivery), 'metadata'), 'metadata'),
    }),
  ),
  ...ROUTES.map(
    (route): Case => ({
      id: `status-event/${route}-reference`,
      section,
      says: '`externalReference` is as given at import, and `documentId` as returned.',
      needs: ['writing', 'control'],
      run: async (subject) => {
        const { delivery, documentId, reference } = await accepted(subject, route);
        mustEqual(reference, member(dataOf(delivery), 'externalReference'), 'externalReference');
        mustEqual(documentId, member(dataOf(delivery), 'documentId'), 'documentId');
      },
    }),
  ),
  {
    id: 'status-event/metadata-null',
    section,
    says: '`metadata` is null when it was not given.',
    needs: ['writing', 'control'],
    run: async (subject) => mustEqual(null, member(dataOf((await accepted(subject, 'entries')).delivery), 'metadata') ?? null, 'metadata'),
  },
  {
    id: 'status-event/no-reference',
    section,
    says: '`externalReference` is null when it was not given.',
    needs: ['writing', 'control'],
    run: async (subject) =>
      mustEqual(
        null,
        member(dataOf((await decided(subject, 'purchase-invoices', { reference: null })).delivery), 'externalReference') ?? null,
        'externalReference',
      ),
  },
  {
    id: 'status-event/same-shape',
    section,
    says: 'Emitted for every import type with an identical `data` shape.',
    needs: ['writing', 'control'],
    run: async (subject) => {
      const shapes = [];
      for (const route of ROUTES) shapes.push(names(dataOf((await accepted(subject, route)).delivery)).join(' '));
      mustEqual(1, new Set(shapes).size, 'number of shapes');
    },
  },
  {
    id: 'envelope/ids-differ',
    section: 'events/envelope',
    says: '`id` is unique per event.',
    needs: ['writing', 'control'],
    run: async (subject) =>
      must(eventIdOf((await accepted(subject)).delivery) !== eventIdOf((await refused(subject)).delivery), 'two ids', 'one'),
  },
  {
    id: 'revocation/type',
    section: 'events/revocation',
    says: '`type` is `Revocation`.',
    needs: ['control'],
    run: async (subject) => mustEqual('Revocation', member((await revoked(subject)).delivery.event, 'type'), 'type'),
  },
  {
    id: 'revocation/integration-id',
    section: 'events/revocation',
    says: '`data` of Revocation: `integrationId`, a UUID, in camelCase.',
    needs: ['control'],
    run: async (subject) => mustBeUuid(member(dataOf((await revoked(subject)).delivery), 'integrationId'), 'integrationId'),
  },
];

const versioningSection = 'versioning';

export const versioningCases: readonly Case[] = [
  {
    id: 'versioning/prefix',
    section: versioningSection,
    says: 'The API is versioned by the path prefix `/v1` in `{base_url}`.',
    needs: [],
    run: (subject) => {
      const { pathname } = new URL(subject.target.baseUrl);
      must(pathname.endsWith('/v1'), 'a base URL that ends in /v1', pathname);
      return Promise.resolve();
    },
  },
  {
    id: 'versioning/not-without',
    section: versioningSection,
    says: 'The prefix is part of the path: without it, or with another, there is no such route.',
    needs: [],
    run: async (subject) => {
      const headers = { authorization: `Bearer ${await subject.token()}` };
      const origin = subject.target.baseUrl.replace(/\/v1$/, '');
      mustBe([401, 403, 404], await subject.send({ method: 'GET', url: `${origin}/health`, headers }));
      mustBe([401, 403, 404], await subject.send({ method: 'GET', url: `${origin}/v999/health`, headers }));
    },
  },
  {
    id: 'versioning/events',
    section: versioningSection,
    says: 'Webhook payloads use CloudEvents `specversion` `1.0`; event kinds: `DocumentStatus`, `Revocation`.',
    needs: ['writing', 'control'],
    run: async (subject) => {
      const [status, revocation] = [(await accepted(subject)).delivery.event, (await revoked(subject)).delivery.event];
      mustEqual(['1.0', '1.0'], [member(status, 'specversion'), member(revocation, 'specversion')], 'specversion');
      mustEqual(['DocumentStatus', 'Revocation'], [member(status, 'type'), member(revocation, 'type')], 'type');
    },
  },
];
