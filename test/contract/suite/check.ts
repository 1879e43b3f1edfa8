import type { Answer } from './client.ts';

/** The service does not do what the document says. */
export class Breach extends Error {
  readonly expected: string;
  readonly seen: string;

  constructor(expected: string, seen: string) {
    super(`expected ${expected}, seen ${seen}`);
    this.expected = expected;
    this.seen = seen;
  }
}

/** Enough of an answer for a user to recognise it. */
const SEEN_CHARACTERS = 300;

export function must(holds: boolean, expected: string, seen: string | Answer): asserts holds {
  if (!holds) throw new Breach(expected, typeof seen === 'string' ? seen : seenOf(seen));
}

export function mustBe(status: number | readonly number[], answer: Answer): void {
  const wanted = typeof status === 'number' ? [status] : status;
  must(wanted.includes(answer.status), `status ${wanted.join(' or ')}`, answer);
}

export function mustEqual(expected: unknown, seen: unknown, what: string): void {
  must(same(expected, seen), `${what} ${shown(expected)}`, shown(seen));
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function mustBeUuid(value: unknown, what: string): asserts value is string {
  must(typeof value === 'string' && UUID.test(value), `${what} is a UUID`, shown(value));
}

/** ISO 8601 with a date, a time and an optional offset. */
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d([.,]\d+)?)?(Z|[+-]\d\d(:?\d\d)?)?$/;

export function mustBeMoment(value: unknown, what: string): asserts value is string {
  must(typeof value === 'string' && MOMENT.test(value), `${what} is an ISO 8601 timestamp`, shown(value));
}

const YEAR_2000_MS = Date.UTC(2000, 0);
const YEAR_2100_MS = Date.UTC(2100, 0);

/** "timestamp", whose format the document does not show: ISO 8601 with an existing date, or milliseconds since 1970 (C11). */
export function mustBeTimestamp(value: unknown, what: string): void {
  if (typeof value === 'number') {
    must(Number.isInteger(value) && value > YEAR_2000_MS && value < YEAR_2100_MS, `${what} in milliseconds since 1970`, shown(value));
    return;
  }
  mustBeMoment(value, what);
  must(!Number.isNaN(Date.parse(value)), `${what} is a date that there is`, shown(value));
}

/** A problem of RFC 9457: its media type, and the types of its members, where present. */
export function mustBeProblem(answer: Answer, of: { readonly status: number | readonly number[]; readonly errorCode?: string }): void {
  mustBe(of.status, answer);
  must(answer.mediaType === 'application/problem+json', 'content type application/problem+json', answer);
  const body = answer.json;
  must(typeof body === 'object' && body !== null && !Array.isArray(body), 'a JSON object', answer);
  for (const name of ['type', 'title', 'detail', 'instance']) {
    const value = member(body, name);
    must(value === undefined || typeof value === 'string', `"${name}" is text where it is there`, answer);
  }
  const status = member(body, 'status');
  must(status === undefined || status === answer.status, '"status" repeats the HTTP status where it is there', answer);
  if (of.errorCode !== undefined) must(member(body, 'errorCode') === of.errorCode, `errorCode ${of.errorCode}`, answer);
}

export function mustBeInvalid(answer: Answer): void {
  mustBeProblem(answer, { status: 400, errorCode: 'VALIDATION_ERROR' });
}

/** Too large. The document shows no status, so 400, 413 and a cut connection are all fine, but not a success. */
export function mustBeTooLarge(answer: Answer): void {
  mustBe([0, 400, 413], answer);
  if (answer.status === 400) mustBeInvalid(answer);
}

/** Received: 200 and JSON with a documentId. Returns the documentId. */
export function mustBeReceived(answer: Answer): string {
  mustBe(200, answer);
  must(answer.mediaType === 'application/json', 'content type application/json', answer);
  const documentId = member(answer.json, 'documentId');
  mustBeUuid(documentId, 'documentId');
  return documentId;
}

/** A member of a value that may be an object; undefined if it is not an object or lacks the member. */
export function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
}

export function shown(value: unknown): string {
  return (JSON.stringify(value) ?? String(value)).slice(0, SEEN_CHARACTERS);
}

/** Equal as JSON, regardless of the order of members. */
function same(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return Object.is(a, b);
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => Object.hasOwn(b, name) && same(member(a, name), member(b, name)));
}

function seenOf(answer: Answer): string {
  if (answer.status === 0) return `no answer (${answer.fault})`;
  return `${answer.status} ${answer.mediaType || 'without a content type'} ${answer.text.slice(0, SEEN_CHARACTERS)}`.trim();
}

/** The sections of the document that can be tested from outside, in its order. */
export const SECTIONS = {
  'resources/integration': 'Resources and their fields: Integration',
  'resources/document': 'Resources and their fields: Document',
  'resources/invoice-form': 'Resources and their fields: Invoice import form fields',
  'resources/entries': 'Resources and their fields: Accounting entries structure',
  'resources/allocation': 'Resources and their fields: Analytical allocation rules',
  'states/document': 'States and transitions: Document',
  'states/integration': 'States and transitions: Integration',
  'endpoints/token': 'Endpoints: 1. Obtain a token',
  'endpoints/health': 'Endpoints: 2. Health check',
  'endpoints/purchase-invoices': 'Endpoints: 3. Import a purchase invoice',
  'endpoints/sales-invoices': 'Endpoints: 4. Import a sales invoice',
  'endpoints/entries': 'Endpoints: 5. Import accounting entries',
  'endpoints/status': 'Endpoints: 6. Integration status',
  'endpoints/keys': 'Endpoints: 7. Public keys for webhook verification',
  'endpoints/webhook': 'Endpoints: 8. Webhook receiver',
  'authentication/token': 'Authentication: Partner token',
  'authentication/secret': 'Authentication: Integration secret',
  'authentication/signature': 'Authentication: Webhook signature',
  'events/envelope': 'Events: Envelope',
  'events/document-status': 'Events: data of DocumentStatus',
  'events/revocation': 'Events: data of Revocation',
  'events/delivery': 'Events: Delivery rules',
  errors: 'Errors',
  limits: 'Limits',
  versioning: 'Versioning',
} as const;

export type SectionId = keyof typeof SECTIONS;

export const SECTION_IDS = Object.keys(SECTIONS) as readonly SectionId[];
