import type { FitFile, Inspected, PageFingerprint } from '#shared/domain/folder/inspected.ts';
import { mediaTypeOfProblem } from '#shared/domain/item/media-type-of-problem.ts';
import type { Problem } from '#shared/domain/item/problem.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import { stateReason } from './commands/support/state-reason.ts';

/** The finding on one file; `held` can be sent, but a user is asked first. */
export type InspectedLine = {
  readonly file: string;
  readonly verdict: 'fit' | 'held' | 'unfit';
  readonly mediaType: string | null;
  readonly sentName: string | null;
  readonly question: FitFile['question'] | null;
  readonly problem: Problem | null;
  readonly reference: string | null;
  /** What each page draws, if it was asked for; see docs/same-pages.md. */
  readonly pages?: readonly (PageFingerprint | null)[];
};

export function inspectedLine(file: string, inspected: Inspected, reference: string | null): InspectedLine {
  if (inspected.kind === 'unfit') {
    const { problem } = inspected;
    const none = { sentName: null, question: null, reference: null };
    return { file, verdict: 'unfit', mediaType: mediaTypeOfProblem(problem), ...none, problem };
  }
  const { mediaType, sentName, question = null } = inspected;
  return { file, verdict: question === null ? 'fit' : 'held', mediaType, sentName, question, problem: null, reference };
}

/** The same in plain words; its pages, if they were asked for, on lines of their own. */
export function inspectedWords(line: InspectedLine): string {
  const pages = line.pages?.map((fingerprint, n) => `  page ${n + 1}: ${fingerprint ?? 'not known'}`);
  return [verdictWords(line), ...(pages?.length === 0 ? ['  pages not known'] : (pages ?? []))].join('\n');
}

function verdictWords({ file, verdict, mediaType, sentName, question, problem }: InspectedLine): string {
  const as = `${mediaType ?? 'unknown'}, as ${JSON.stringify(sentName)}`;
  switch (verdict) {
    case 'fit':
      return `${JSON.stringify(file)}: would be sent: ${as}`;
    case 'held':
      return `${JSON.stringify(file)}: a person is asked first (${QUESTIONS[question ?? 'blank']}): ${as}`;
    case 'unfit':
      return `${JSON.stringify(file)}: cannot be sent: ${problem === null ? '' : stateReason({ kind: 'unfit', by: 'intray', problem })}`;
    default:
      return unreachable(verdict);
  }
}

const QUESTIONS = {
  blank: 'it shows nothing',
  'not-understood': 'nobody can tell whether it is complete and opens',
  entries: 'its lines are looked at before they are sent',
} as const satisfies Record<NonNullable<InspectedLine['question']>, string>;
