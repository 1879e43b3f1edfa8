import { z } from 'zod';
import { ENTRIES_BYTES_MAX, FILE_BYTES_MAX, METADATA_BYTES_MAX } from '#shared/contract/limits.ts';
import { LATENCY_MS_MAX } from '../faults/fault-rules.ts';

const bytes = z.number().int().min(1).max(100_000_000);
const MILLISECONDS_MAX = 86_400_000;

/** How documents are accepted, refused and decided. */
export const importSwitches = {
  autoDecide: z
    .strictObject({
      afterMs: z
        .number()
        .int()
        .min(0)
        .max(MILLISECONDS_MAX * 30),
      refuseWhen: z
        .array(z.strictObject({ contains: z.string().min(1), reason: z.string().nullable() }))
        .max(100)
        .optional(),
    })
    .nullable()
    .describe('Every document received from now on is decided after this delay: refused when its filename or comment contains a text.'),
  maxFileBytes: bytes.describe('How large "5 MB" is (C16).'),
  maxEntriesBytes: bytes.describe('How large "5 MB" of entries is, as UTF-8 (C16).'),
  maxMetadataBytes: bytes.describe('How large "16 KB" of metadata is, serialised, as UTF-8 (C20).'),
  oversizeStatus: z
    .union([z.literal(400), z.literal(413), z.literal('reset')])
    .describe('The answer to a file, or entries, that is too large (C16).'),
  filenameUnit: z
    .enum(['code-points', 'code-units', 'bytes'])
    .describe('What a character of the filename is, of which it may have 120 (C15).'),
  commentMax: z.number().int().min(0).max(1_000_000).nullable().describe('The most characters of a comment; null for any number (C17).'),
  emailChecked: z.boolean().describe('Whether a userEmail that is no address is refused (C18).'),
  datesChecked: z.boolean().describe('Whether date and dueDate of a line that are not ISO 8601 are refused (C19).'),
  strictJson: z
    .boolean()
    .describe('Whether JSON with a member twice, or outside metadata with a prototype name such as __proto__, is refused.'),
  decodesFiles: z
    .enum(['no', 'record', 'refuse'])
    .describe(
      'Whether each file is decoded: what was found in it is shown with the document, or a file that cannot be decoded is refused (C40).',
    ),
  referenceClass: z
    .enum(['listed', 'range'])
    .describe('How [a-zA-Z0-9_-:] is read: letters, digits and _ - : alone, or all from : to _ and no hyphen (C9).'),
  referenceCheck: z
    .union([z.literal('atomic'), z.strictObject({ windowMs: z.number().int().min(0).max(LATENCY_MS_MAX) })])
    .describe('Whether looking for a reference and recording it are one step; else so long lies between them, and two can be recorded.'),
  refusedReferenceReleased: z.boolean().describe('Whether the reference of a refused document may be used again (C12).'),
  duplicateNamesDocument: z.boolean().describe('Whether a 409 names the documentId that has the reference (C11).'),
  depositDateAs: z
    .enum(['iso', 'iso-local', 'milliseconds', 'none'])
    .describe('How the depositDate of a 409 is written: ISO 8601 in UTC or without zone, a number, or not at all (C11).'),
  answerLost: z
    .number()
    .int()
    .min(0)
    .max(1_000)
    .describe('The next so many imports are recorded, then the connection is cut instead of an answer.'),
  importLatencyMs: z.number().int().min(0).max(LATENCY_MS_MAX).describe('An import is recorded, and answered so much later.'),
  eventBeforeAnswer: z.boolean().describe('An import is decided and its event delivered before its own answer (C22).'),
} as const;

export const IMPORT_DEFAULTS = {
  autoDecide: null,
  maxFileBytes: FILE_BYTES_MAX,
  maxEntriesBytes: ENTRIES_BYTES_MAX,
  maxMetadataBytes: METADATA_BYTES_MAX,
  oversizeStatus: 400,
  filenameUnit: 'code-points',
  commentMax: null,
  emailChecked: true,
  datesChecked: true,
  strictJson: true,
  decodesFiles: 'no',
  referenceClass: 'listed',
  referenceCheck: 'atomic',
  refusedReferenceReleased: false,
  duplicateNamesDocument: true,
  depositDateAs: 'iso',
  answerLost: 0,
  importLatencyMs: 0,
  eventBeforeAnswer: false,
} as const;
