import { noteFileProblem } from '#shared/domain/item/note.ts';
import { type ConversionOffer, conversionOffer, type Unfitness } from '#shared/domain/item/conversion/conversion-offer.ts';
import { explainedAs, type Failure } from '#shared/domain/item/failure.ts';
import type { Item } from '#shared/domain/item/item.ts';
import type { NoAnswer, NoAnswerReason } from '#shared/domain/results/no-answer.ts';
import type { Problem } from '#shared/domain/item/problem.ts';
import type { Question } from '#shared/domain/item/question.ts';
import type { Unproven } from '#shared/domain/results/unproven-schemas.ts';
import { causeOfUnreadable } from '#shared/domain/folder/unreadable.ts';
import { DAY_MS, type WallMs } from '#shared/lib/duration.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import type { I18n } from '../i18n/i18n.tsx';
import { isLate } from './state-mark.tsx';
import { withheldText } from './conversion/remark-text.ts';
import type { SentBefore } from '#shared/domain/item/sent-before/sent-before.ts';

/** `what`: what happened; `next`: what the user can do; `verbatim`: whether `what` is the accountant's own text. */
export type Explanation = { readonly what: string; readonly next: string | null; readonly verbatim: boolean };

/** Why this document is in its state; null if the state explains itself. */
export function explain(item: Item, now: WallMs, i18n: I18n): Explanation | null {
  const { state } = item;
  switch (state.kind) {
    case 'held':
      return state.question.kind === 'note' ? byNote(item, i18n) : byQuestion(item, state.question, i18n);
    case 'unfit':
      return byUnfit(item, state, i18n);
    case 'waiting':
    case 'uploading':
      return state.last !== null && isLate(item, now) ? byFailure(state.last, i18n) : null;
    case 'refused':
      return {
        what: state.reason ?? i18n.t('document.no-reason'),
        next: [i18n.t(nextOfRefusal(item, state)), ...stopped(item, i18n), ...differing(item, i18n)].join(' '),
        verbatim: state.reason !== null,
      };
    case 'aside':
      return byAside(item, state, i18n);
    case 'awaiting':
      if (state.unproven !== undefined) return byUnproven(state.unproven, i18n);
      return state.noAnswer === undefined ? null : byNoAnswer(state.noAnswer, { since: state.since, now }, i18n);
    case 'accepted': {
      const [what, next = null] = differing(item, i18n);
      return what === undefined ? null : { what, next, verbatim: false };
    }
    default:
      return unreachable(state);
  }
}

/** The parts of a batch that come after a refused one wait for it. */
function stopped({ entries }: Item, { t }: I18n): readonly string[] {
  const part = entries?.part;
  return part === undefined || part.n >= part.of ? [] : [t('entries.part.refused', part)];
}

/** What came back about its entries is not what was sent (C48): what happened, and what to do. */
function differing({ entries }: Item, { t }: I18n): readonly string[] {
  return entries?.returned === 'different' ? [t('document.entries-differ.what'), t('document.entries-differ.next')] : [];
}

/** A refusal that was dealt with needs nothing; the text says who dealt with it. */
function nextOfRefusal({ importType }: Item, { reason, resolved, unproven }: Extract<Item['state'], { kind: 'refused' }>) {
  if (resolved !== undefined) return `resolved.${resolved.by}` as const;
  if (unproven !== undefined && unproven.sendAgain !== true) return 'unproven.no-send-again';
  if (reason === null) return 'document.no-reason.next';
  return importType === 'entries' ? 'document.refused.next.entries' : 'document.refused.next';
}

/** What was open is said as well: it is what a user would go back to. */
function byAside(item: Item, { why, question, unfit }: Extract<Item['state'], { kind: 'aside' }>, i18n: I18n): Explanation {
  const { t } = i18n;
  if (why === 'user' && question?.kind === 'sent-before' && question.by === 'folder') {
    const next = `${sentBeforeText(question, i18n)} ${t('sent-before.left.next')}`;
    return { what: t('sent-before.left.what'), next, verbatim: false };
  }
  const open =
    unfit !== undefined ? problemText(unfit.problem, i18n) : question === undefined ? null : byQuestion(item, question, i18n).what;
  const next =
    why === 'user' ? t(open === null ? 'document.aside.user.next' : 'document.aside.user.back') : t(`document.aside.${why}.next`);
  const isSaid = open !== null && (why === 'user' || why === 'gone');
  return { what: t(`document.aside.${why}.what`), next: isSaid ? `${open} ${next}` : next, verbatim: false };
}

function byUnproven({ kind }: Unproven, { t }: I18n): Explanation {
  return { what: t(`unproven.${kind}.what`), next: `${t('unproven.why')} ${t('unproven.next')}`, verbatim: false };
}

function byNoAnswer({ because, askedAt }: NoAnswer, { since, now }: { since: WallMs; now: WallMs }, { t }: I18n): Explanation {
  const next = askedAt === null ? t(`no-answer.${because.kind}.next`) : t('no-answer.asked');
  return { what: noAnswerText(because, Math.max(1, Math.floor((now - since) / DAY_MS)), t), next, verbatim: false };
}

function noAnswerText(because: NoAnswerReason, days: number, t: I18n['t']): string {
  switch (because.kind) {
    case 'long':
      return t('no-answer.long.what', { count: days });
    case 'unknown-result':
      return t('no-answer.unknown-result.what', { word: because.word });
    case 'relay-silent':
    case 'relay-lost':
    case 'link-closed':
      return t(`no-answer.${because.kind}.what`);
    default:
      return unreachable(because);
  }
}

/** Its folder wants its note, or what lies beside it as its note is none. */
function byNote(item: Item, { t }: I18n): Explanation {
  const problem = noteFileProblem(item);
  if (problem === null) return { what: t('question.note.what'), next: t('question.note.next'), verbatim: false };
  const next = problem === 'used' ? t('question.note.next') : t('question.note.file.next');
  return { what: t(`question.note.file.${problem}`, { name: item.noteFile?.name ?? '' }), next, verbatim: false };
}

function byQuestion(item: Item, question: Question, i18n: I18n): Explanation {
  const { t } = i18n;
  if (question.kind === 'sent-before') return said(sentBeforeText(question, i18n), t(`sent-before.${question.way}.next`));
  if (question.kind === 'entries') return byEntries(item, question, i18n);
  if (question.kind === 'entries-missing') return byMissing(item, question, i18n);
  const values =
    question.kind === 'unclear-answer'
      ? { status: String(question.status) }
      : question.kind === 'new-subfolder'
        ? { subfolder: question.subfolder }
        : {};
  return { what: t(`question.${question.kind}.what`, values), next: t(`question.${question.kind}.next`), verbatim: false };
}

type EntriesQuestion = Extract<Question, { kind: 'entries' }>;

function byEntries({ pair }: Item, question: EntriesQuestion, i18n: I18n): Explanation {
  const { lines: count, debitCents, creditCents, warnings, again, choose, repeated, otherDates, imports } = question;
  const { t, amount } = i18n;
  const what = [
    ...(again === true ? [t(pair?.kind === 'with' ? 'question.pair.again' : 'question.entries.again')] : []),
    ...(pair?.kind === 'with' ? [t('question.pair.what', { name: pair.name })] : []),
    t('question.entries.what', { count, debit: amount(debitCents), credit: amount(creditCents) }),
    ...(choose === true ? [t('question.entries.choose')] : []),
    ...(imports === undefined ? [] : [importsText(imports, i18n)]),
    ...(warnings === 0 ? [] : [t('question.entries.warnings', { count: warnings })]),
    ...(repeated === undefined ? [] : repeatedText(count, repeated, i18n)),
    ...(otherDates === undefined ? [] : [t('question.entries.other-dates', { count: otherDates })]),
  ].join(' ');
  const next = nextOfEntries(question);
  return { what, next: t(pair?.kind === 'with' && next === 'question.entries.next' ? 'question.pair.next' : next), verbatim: false };
}

function importsText(count: number, { t }: I18n): string {
  return count === 0 ? t('question.entries.uncut') : t('question.entries.imports', { count });
}

/** What has to be done first comes first. */
function nextOfEntries({ choose, imports, repeated }: EntriesQuestion) {
  if (imports === 0) return 'question.entries.uncut.next';
  if (choose === true) return 'question.entries.choose.next';
  return repeated === undefined ? 'question.entries.next' : 'question.entries.repeated.next';
}

function repeatedText(lines: number, repeated: number, { t }: I18n): readonly string[] {
  if (repeated >= lines) return [t('question.entries.all-repeated', { count: lines })];
  return [t('question.entries.repeated', { lines, count: repeated }), t('question.entries.fresh', { count: lines - repeated })];
}

/** What is awaited beside a scan, or cannot go with it. */
function byMissing(item: Item, { files, problem, untaken }: Extract<Question, { kind: 'entries-missing' }>, i18n: I18n): Explanation {
  const { t, list } = i18n;
  const [one] = files;
  if (untaken === true) return said(t('question.entries-missing.untaken.what'), t('question.entries-missing.untaken.next'));
  if (one === undefined) {
    const name = item.name.replace(/\.[^.]*$/, '');
    return said(t('question.entries-missing.what', { name }), t('question.entries-missing.next'));
  }
  if (problem === undefined) {
    const names = list(files.map(({ name }) => name));
    return said(t('question.entries-missing.several.what', { names }), t('question.entries-missing.several.next'));
  }
  const { what, next } = explainProblem(problem, i18n);
  const why =
    problem.kind === 'entries'
      ? t('question.entries-missing.errors.what', { name: one.name, count: problem.errors })
      : t('question.entries-missing.problem.what', { name: one.name, problem: what });
  return said(why, t('question.entries-missing.problem.next', { problem: next ?? '' }));
}

function said(what: string, next: string): Explanation {
  return { what, next, verbatim: false };
}

/** What can be converted has that as its first advice, and what was converted already, without being sent, the reason for that. */
function byUnfit(item: Item, { problem, withheld = [] }: Unfitness, i18n: I18n): Explanation {
  const offer = conversionOffer(item);
  const told = explainProblem(problem, i18n);
  if (offer === null) return told;
  if (withheld.length === 0) return { ...told, next: offerText(offer, i18n) };
  const { t } = i18n;
  return { ...told, what: t('conversion.withheld.what'), next: `${withheldText(withheld, i18n)} ${t('conversion.withheld.next')}` };
}

function offerText(offer: ConversionOffer, { t }: I18n): string {
  return t(offer.because === 'format' ? `conversion.offer.${offer.from}` : `conversion.offer.${offer.because}`);
}

/** Why a file cannot be sent as it is, and what to do, for a file in a folder as for one that was only given to the window. */
export function explainProblem(problem: Problem, i18n: I18n): Explanation {
  return { what: problemText(problem, i18n), next: problemNext(problem, i18n), verbatim: false };
}

/** Advice per cause: a photo is converted differently from an archive. */
function problemNext(problem: Problem, { t }: I18n): string {
  if (problem.kind === 'too-large' && problem.bytesMax === null) return t('problem.too-large.next.unsaid');
  if (problem.kind === 'not-taken') return t(`problem.not-taken.next.${problem.found}`);
  if (problem.kind === 'unreadable') return t(`problem.unreadable.next.${causeOfUnreadable(problem.code)}`);
  if (problem.kind === 'no-entries') return t(`problem.no-entries.next.${problem.why}`);
  if (problem.kind === 'entries-late') return t('problem.entries-late.next', { name: problem.name });
  return t(`problem.${problem.kind}.next`);
}

function problemText(problem: Problem, i18n: I18n): string {
  const { t } = i18n;
  switch (problem.kind) {
    case 'too-large':
      return problem.detail === undefined
        ? tooLargeText(problem, i18n)
        : t('problem.too-large.what.detail', { what: tooLargeText(problem, i18n), detail: problem.detail });
    case 'not-taken':
      return t('problem.not-taken.what', { found: t(`problem.not-taken.found.${problem.found}`) });
    case 'entries-among-scans':
    case 'scan-among-entries':
      return t(`problem.${problem.kind}.what`, { format: formatName(problem.found) });
    case 'not-taken-as-entries':
      return t('problem.not-taken-as-entries.what', { found: t(`problem.not-taken.found.${problem.found}`) });
    case 'declined':
      return problem.detail === null ? t('problem.declined.what') : t('problem.declined.what.detail', { detail: problem.detail });
    case 'unreadable':
      return t(`problem.unreadable.what.${causeOfUnreadable(problem.code)}`, { code: problem.code });
    case 'entries-late':
      return t('problem.entries-late.what', { name: problem.name });
    case 'damaged':
      return t('problem.damaged.what', { found: t(`problem.damaged.found.${problem.found}`) });
    case 'entries':
      return t('problem.entries.what', { count: problem.errors });
    case 'no-entries':
      return t(`problem.no-entries.what.${problem.why}`);
    case 'password':
    case 'blank':
    case 'entries-without-scan':
    case 'link':
    case 'in-parts':
    case 'entries-misfit':
      return t(`problem.${problem.kind}.what`);
    default:
      return unreachable(problem);
  }
}

/** Why it, or the entries beside it, cannot be sent. */
export function problemIn(state: Item['state']): Problem | undefined {
  if (state.kind === 'unfit') return state.problem;
  return state.kind === 'held' && state.question.kind === 'entries-missing' ? state.question.problem : undefined;
}

function formatName(format: string): string {
  return format === 'webp' ? 'WebP' : format.toUpperCase();
}

function tooLargeText({ bytes: size, bytesMax }: Extract<Problem, { kind: 'too-large' }>, { t, bytes, sizeLimit }: I18n): string {
  if (bytesMax === null) return t('problem.too-large.what.unsaid', { size: bytes(size) });
  return t('problem.too-large.what', { sizeMax: sizeLimit(bytesMax) });
}

function byFailure(failure: Failure, i18n: I18n): Explanation {
  return { what: failureText(failure, i18n), next: i18n.t(`failure.${explainedAs(failure)}.next`), verbatim: false };
}

export function failureText(failure: Failure, { t }: I18n): string {
  return t(`failure.${explainedAs(failure)}.what`, 'status' in failure ? { status: String(failure.status) } : {});
}

/** How the document is like one that was sent before, with the numbers of pages where both are known. */
export function sentBeforeText({ way, name, sentAt, pagesBefore, pages }: SentBefore, { t, moment }: Pick<I18n, 't' | 'moment'>): string {
  const values = { name, moment: moment(sentAt) };
  if (way !== 'grown' || pagesBefore === undefined || pages === undefined) return t(`sent-before.${way}.what`, values);
  return t('sent-before.grown.pages', { ...values, count: pagesBefore, pages });
}
