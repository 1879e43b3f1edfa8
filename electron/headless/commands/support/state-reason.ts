import type { Item } from '#shared/domain/item/item.ts';
import type { ItemState } from '#shared/domain/item/item-state.ts';
import type { Unproven } from '#shared/domain/results/unproven-schemas.ts';
import type { NoAnswer } from '#shared/domain/results/no-answer.ts';
import type { Unfitness } from '#shared/domain/item/conversion/conversion-offer.ts';
import type { Question } from '#shared/domain/item/question.ts';
import type { Problem } from '#shared/domain/item/problem.ts';
import { plainAmount } from '#shared/entries/values.ts';
import { misfitSentence } from '#shared/i18n/fault-words.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import { say } from './say.ts';

type FinalState = Extract<ItemState, { kind: 'accepted' | 'refused' }>;

/** Why an item is in its state, in a few words or codes for a terminal; in the accountant's own words if there are any. */
export function stateReason(state: ItemState): string {
  switch (state.kind) {
    case 'held':
      return sayQuestion(state.question);
    case 'aside':
      return sayAside(state);
    case 'unfit':
      return sayUnfit(state);
    case 'waiting':
    case 'uploading':
      return state.last?.kind ?? '';
    case 'awaiting':
      if (state.unproven !== undefined) return sayUnproven(state.unproven);
      return state.noAnswer === undefined ? '' : sayNoAnswer(state.noAnswer);
    case 'accepted':
      return joined([oneLine(state.reason ?? ''), ...sayProof(state)]);
    case 'refused':
      return joined([
        oneLine(state.reason ?? ''),
        ...(state.resolved === undefined ? [] : [state.resolved.by === 'elsewhere' ? 'not asked about here' : 'resolved']),
        ...sayProof(state),
      ]);
    default:
      return unreachable(state);
  }
}

/** Which of several imports this is, of a file of entries that is too large for one. */
export function partReason({ entries }: Pick<Item, 'entries'>): string {
  return entries?.part === undefined ? '' : `part ${entries.part.n} of ${entries.part.of}`;
}

function sayQuestion(question: Question): string {
  if (question.kind === 'entries') return sayEntries(question);
  if (question.kind === 'entries-missing') return sayMissing(question);
  if (question.kind === 'new-subfolder') return oneLine(`new-subfolder: ${question.subfolder}`);
  if (question.kind !== 'sent-before') return question.kind;
  const { way, name, sentAt, by } = question;
  return oneLine(
    `${SENT_BEFORE[way]} "${name}", sent on ${new Date(sentAt).toISOString().slice(0, 10)}${by === 'folder' ? ', as the folder is set' : ''}`,
  );
}

function sayEntries(question: Extract<Question, { kind: 'entries' }>): string {
  const { lines, debitCents, creditCents, warnings, again, choose, imports, repeated, otherDates } = question;
  const totals = `${lines} lines, debit ${plainAmount(debitCents)}, credit ${plainAmount(creditCents)}, ${warnings} warnings`;
  return joined([
    `entries: ${totals}`,
    again === true ? 'read differently than when they were agreed to' : '',
    choose === true ? 'a FEC, say which of its journals are new' : '',
    repeated === undefined ? '' : `${repeated} of them were sent before`,
    otherDates === undefined ? '' : `${otherDates} were sent under another date`,
    imports === undefined ? '' : imports === 0 ? 'too large for one import, and cannot be cut' : `${imports} imports`,
  ]);
}

/** The files beside it, and why the only one cannot go with it. */
function sayMissing({ files, problem }: Extract<Question, { kind: 'entries-missing' }>): string {
  const names = files.map(({ name }) => JSON.stringify(name)).join(', ');
  return oneLine(
    ['entries-missing', ...(files.length === 0 ? [] : [names]), ...(problem === undefined ? [] : [sayProblem(problem)])].join(': '),
  );
}

/** Where the first errors stand, by line and character or cell; foreign values are quoted. */
function sayFaults({ errors, faults }: Extract<Problem, { kind: 'entries' }>): string {
  const said = faults.map(({ kind, line, column, name, value }) => {
    const place = [`line ${line}`, ...(column === undefined ? [] : [`column ${column}`]), ...(name === undefined ? [] : [name])].join(', ');
    return `${place}: ${kind}${value === undefined ? '' : ` ${JSON.stringify(value)}`}`;
  });
  return oneLine(`entries: ${errors} errors; ${said.join('; ')}`);
}

const SENT_BEFORE = {
  same: 'the same pages as',
  grown: 'the pages of, and more than,',
  changed: 'changed after it was sent:',
} as const;

/** Why it is left as it is, unless the user ignores it; and what was open at that moment. */
function sayAside({ why, question, unfit, into }: Extract<ItemState, { kind: 'aside' }>): string {
  // What was open was answered by joining it.
  if (why === 'joined') return `joined into ${into ?? ''}`;
  if (why === 'with-scan') return `entries of ${into ?? ''}`;
  const open = unfit === undefined ? (question === undefined ? '' : sayQuestion(question)) : sayUnfit(unfit);
  return joined([why === 'user' ? '' : why, open]);
}

function sayUnfit({ problem, withheld = [] }: Unfitness): string {
  return joined([
    sayProblem(problem),
    withheld.length === 0 ? '' : `converted, but not sent: ${withheld.map(({ kind }) => kind).join(', ')}`,
  ]);
}

function joined(words: readonly string[]): string {
  return words.filter((word) => word !== '').join('; ');
}

/** What only the relay says, and the reason: the user decides from this whether to accept it. */
function sayUnproven({ kind, reason }: Unproven): string {
  const because = reason === null ? '' : ` "${oneLine(reason)}"`;
  return `unproven: the relay says ${kind}${because}, by a key that the import service no longer publishes; "documents take-unproven"`;
}

/** That a result is unproven and when it was taken, or what later replaced it. */
function sayProof({ unproven, replacedUnproven }: Pick<FinalState, 'unproven' | 'replacedUnproven'>): readonly string[] {
  if (unproven !== undefined) return [`unproven, taken on ${new Date(unproven.takenAt).toISOString().slice(0, 10)}`];
  return replacedUnproven === undefined ? [] : [`${replacedUnproven} what was taken unproven`];
}

function sayNoAnswer({ because, askedAt }: NoAnswer): string {
  const word = because.kind === 'unknown-result' ? ` "${oneLine(because.word)}"` : '';
  return `no result (${because.kind}${word}): ${askedAt === null ? 'ask the accountant, with the document number' : 'asked'}`;
}

function sayProblem(problem: Problem): string {
  switch (problem.kind) {
    case 'too-large':
      return problem.detail === undefined ? problem.kind : oneLine(`${problem.kind}: ${problem.detail}`);
    case 'password':
    case 'blank':
    case 'link':
    case 'in-parts':
    case 'entries-without-scan':
      return problem.kind;
    case 'entries-late':
      return oneLine(`${problem.kind}: ${problem.name}`);
    case 'not-taken':
    case 'entries-among-scans':
    case 'scan-among-entries':
    case 'not-taken-as-entries':
    case 'damaged':
      return `${problem.kind}: ${problem.found}`;
    case 'unreadable':
      return `${problem.kind}: ${problem.code}`;
    case 'entries':
      return sayFaults(problem);
    case 'no-entries':
      return `${problem.kind}: ${problem.why}`;
    case 'entries-misfit':
      return oneLine(`${problem.kind}: ${problem.differences.map((one) => misfitSentence(one, { t: say })).join(' ')}`);
    case 'declined':
      return oneLine(`declined: ${problem.detail ?? problem.errorCode ?? ''}`);
    default:
      return unreachable(problem);
  }
}

/** Foreign text must not control the terminal: control characters and line breaks are removed. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}
