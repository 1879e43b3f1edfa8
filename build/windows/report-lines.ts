import { z } from 'zod';

const test = z.object({
  name: z.string(),
  state: z.enum(['passed', 'failed', 'skipped', 'pending']),
  /** Why it was skipped, where it says so. */
  reason: z.string().optional(),
  /** The first line of what was wrong. */
  error: z.string().optional(),
});

/** One line of the report, in JSON. A run that was cut off has no end. */
const reportLine = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('start'), files: z.number() }),
  /** A file of tests that is through; its errors are those that belong to none of its tests. */
  z.object({ kind: z.literal('file'), file: z.string(), tests: z.array(test), errors: z.array(z.string()) }),
  z.object({ kind: z.literal('end'), errors: z.array(z.string()) }),
]);

export type ReportLine = z.infer<typeof reportLine>;
export type ReportedFile = Extract<ReportLine, { kind: 'file' }>;

/** Reads the lines that are whole: the last one may just be being written. */
export function reportLines(text: string): readonly ReportLine[] {
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => reportLine.parse(JSON.parse(line)));
}
