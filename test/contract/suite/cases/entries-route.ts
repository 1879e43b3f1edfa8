import type { Case } from '../case.ts';
import { mustBe, mustBeInvalid, mustBeReceived } from '../check.ts';
import type { Answer } from '../client.ts';
import { GOOD_ENTRIES, sendEntries, sendRaw } from '../imports.ts';

const section = 'endpoints/entries';

type Row = readonly [id: string, says: string, body: unknown];

const entries = GOOD_ENTRIES;

const REFUSED: readonly Row[] = [
  ['metadata-array', '`metadata` is not an array.', { entries, metadata: ['a'] }],
  ['metadata-string', '`metadata` is not a string.', { entries, metadata: 'a' }],
  ['metadata-number', '`metadata` is not a number.', { entries, metadata: 12 }],
  ['metadata-boolean', '`metadata` is not a boolean.', { entries, metadata: true }],
  ['no-entries', '`entries` is required.', { userEmail: 'lea@example.fr' }],
  ['entries-null', '`entries` is an object.', { entries: null }],
  ['entries-as-string', '`entries` is an object, not a JSON string as on an invoice.', { entries: JSON.stringify(entries) }],
  ['entries-unwrapped', '`entries` is a member of the body: the bare structure is not taken.', entries],
  ['reference-number', '`externalReference` is a string.', { entries, externalReference: 2026 }],
  ['reference-with-space', '`externalReference`: characters `[a-zA-Z0-9_-:]`.', { entries, externalReference: 'PAIE 01' }],
  ['body-array', 'The body is an object.', [{ entries }]],
  ['body-null', 'The body is an object.', null],
  ['body-string', 'The body is an object.', 'entries'],
];

const TAKEN: readonly Row[] = [
  ['entries-alone', '`entries` is required, and nothing else is.', { entries }],
  ['user-email', '`userEmail`: email of the importing user.', { entries, userEmail: 'lea@example.fr' }],
  ['metadata-null', '`metadata` may be null.', { entries, metadata: null }],
  ['metadata-empty', '`metadata` may be an empty object.', { entries, metadata: {} }],
  ['metadata-nested', '`metadata` is free-form.', { entries, metadata: { lot: 12, tags: ['a', null, { b: true }], clé: 'été' } }],
];

type RawRow = readonly [id: string, says: string, contentType: string | null, text: string, check: (answer: Answer) => void];

/** The document shows 400 for a format; a 415 says the same about a content type. */
function mustBeRefused(answer: Answer): void {
  mustBe([400, 415], answer);
  if (answer.status === 400) mustBeInvalid(answer);
}

const RAW: readonly RawRow[] = [
  ['no-json', 'The body is JSON.', 'application/json', '{"entries":', mustBeInvalid],
  ['empty-body', 'The body is JSON.', 'application/json', '', mustBeInvalid],
  ['as-text', 'Content type `application/json`.', 'text/plain', '{"entries":{"data":{"lines":[]}}}', mustBeRefused],
  ['as-form', 'Content type `application/json`.', 'application/x-www-form-urlencoded', 'entries=%7B%7D', mustBeRefused],
  ['no-content-type', 'Content type `application/json`.', null, '{"entries":{"data":{"lines":[]}}}', mustBeRefused],
];

export const entriesRouteCases: readonly Case[] = [
  ...REFUSED.map(
    ([id, says, body]): Case => ({
      id: `entries/${id}`,
      section,
      says,
      needs: [],
      run: async (subject) => mustBeInvalid(await sendEntries(subject, body)),
    }),
  ),
  ...TAKEN.map(
    ([id, says, body]): Case => ({
      id: `entries/${id}`,
      section,
      says,
      needs: ['writing'],
      run: async (subject) =>
        void mustBeReceived(await sendEntries(subject, { ...(body as object), externalReference: subject.reference() })),
    }),
  ),
  ...RAW.map(
    ([id, says, contentType, text, check]): Case => ({
      id: `entries/${id}`,
      section,
      says,
      needs: [],
      run: async (subject) => {
        const headers = contentType === null ? {} : { 'content-type': contentType };
        check(await sendRaw(subject, 'entries', { headers, body: [new TextEncoder().encode(text)] }));
      },
    }),
  ),
  {
    id: 'entries/charset-parameter',
    section,
    says: 'The content type may carry a parameter, as many clients send it.',
    needs: ['writing'],
    run: async (subject) => {
      const headers = { 'content-type': 'application/json; charset=utf-8' };
      mustBeReceived(await sendEntries(subject, { entries, externalReference: subject.reference() }, { headers }));
    },
  },
  {
    id: 'entries/invalid-leaves-nothing',
    section,
    says: 'A refused batch records nothing: its reference is still free.',
    needs: ['writing'],
    run: async (subject) => {
      const externalReference = subject.reference();
      mustBeInvalid(await sendEntries(subject, { entries, externalReference, metadata: 12 }));
      mustBeReceived(await sendEntries(subject, { entries, externalReference }));
    },
  },
];
