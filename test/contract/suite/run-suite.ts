import { unreachable } from '#shared/lib/unreachable.ts';
import { ALL_CASES } from './all-cases.ts';
import type { Case, Need } from './case.ts';
import { Breach } from './check.ts';
import type { SectionId } from './sections.ts';
import { openSubject, type Subject, type SubjectOptions } from './subject.ts';
import type { Target } from './target.ts';

export type Verdict =
  | { readonly kind: 'passed' }
  | { readonly kind: 'failed'; readonly expected: string; readonly seen: string }
  | { readonly kind: 'skipped'; readonly reason: string };

export type Outcome = { readonly of: Pick<Case, 'id' | 'section' | 'says'>; readonly verdict: Verdict; readonly ms: number };

export type RunOptions = SubjectOptions & {
  /** All sections if empty. */
  readonly sections: readonly SectionId[];
  /** Only the cases with these ids; all if absent. */
  readonly ids?: ReadonlySet<string>;
  /** Called after each case. */
  readonly ran?: (outcome: Outcome) => void;
};

/** Runs the cases one after another and closes what it opened. Rejects if the run cannot be prepared at all. */
export async function runSuite(target: Target, options: RunOptions): Promise<readonly Outcome[]> {
  const subject = await openSubject(target, options);
  const { sections, ids } = options;
  const wanted = ALL_CASES.filter(({ id, section }) => (sections.length === 0 || sections.includes(section)) && (ids?.has(id) ?? true));
  const outcomes: Outcome[] = [];
  try {
    for (const one of wanted) {
      const outcome = await playCase(one, subject);
      outcomes.push(outcome);
      options.ran?.(outcome);
    }
  } finally {
    await subject.close();
  }
  return outcomes;
}

const REASONS: Readonly<Record<Need, string>> = {
  writing: 'leaves documents behind in the service; run with --writing yes',
  control: 'needs a hand on the service; run with --control-url',
  clock: 'needs a control API that moves the service’s clock',
  scope: 'needs a scope; run with --scope',
};

async function playCase(one: Case, subject: Subject): Promise<Outcome> {
  const of = { id: one.id, section: one.section, says: one.says };
  const missing = one.needs.find((need) => !has(subject, need));
  if (missing !== undefined) return { of, verdict: { kind: 'skipped', reason: REASONS[missing] }, ms: 0 };
  const began = performance.now();
  const verdict = await judgeCase(one, subject);
  return { of, verdict, ms: Math.round(performance.now() - began) };
}

async function judgeCase(one: Case, subject: Subject): Promise<Verdict> {
  try {
    await one.run(subject);
    return { kind: 'passed' };
  } catch (error) {
    // Any error in a case is a failure of that case, and the next one still runs.
    if (error instanceof Breach) return { kind: 'failed', expected: subject.scrub(error.expected), seen: subject.scrub(error.seen) };
    return { kind: 'failed', expected: 'the case to come to its end', seen: subject.scrub(String(error)) };
  }
}

function has(subject: Subject, need: Need): boolean {
  switch (need) {
    case 'writing':
      return subject.target.writing;
    case 'control':
      return subject.target.control !== null;
    case 'clock':
      return subject.target.control !== null && subject.control.hasClock;
    case 'scope':
      return subject.target.scope !== '';
    default:
      return unreachable(need);
  }
}
