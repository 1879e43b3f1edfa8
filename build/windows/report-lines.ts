import { z } from 'zod';

const test = z.object({
  name: z.string(),
  state: z.enum(['passed', 'failed', 'skipped', 'pending']),
  /** Why it was skipped, if it says so. */
  reason: z.string().optional(),
  /** The first line of the error. */
  error: z.string().optional(),
});

/** One JSON line of the report. A run that was cut off has no `end` line. */
const reportLine = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('start'), files: z.number() }),
  /** A finished test file: the time of its tests in milliseconds, without that of loading it; its errors are those outside its tests. */
  z.object({ kind: z.literal('file'), file: z.string(), ms: z.number().optional(), tests: z.array(test), errors: z.array(z.string()) }),
  z.object({ kind: z.literal('end'), errors: z.array(z.string()) }),
]);

export type ReportLine = z.infer<typeof reportLine>;
export type ReportedFile = Extract<ReportLine, { kind: 'file' }>;

/** Reads the complete lines: the last one may still be in the middle of a write. */
export function reportLines(text: string): readonly ReportLine[] {
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => reportLine.parse(JSON.parse(line)));
}
