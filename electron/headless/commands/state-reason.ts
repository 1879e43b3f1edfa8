import type { ItemState } from '#shared/domain/item-state.ts';
import type { NoAnswer } from '#shared/domain/no-answer.ts';
import type { Problem } from '#shared/domain/problem.ts';
import { unreachable } from '#shared/lib/unreachable.ts';

/** Why an item is where it is, in a few words or codes for a terminal; the accountant's own words where there are any. */
export function stateReason(state: ItemState): string {
  switch (state.kind) {
    case 'held':
      return state.question.kind;
    case 'aside':
      return state.why;
    case 'unfit':
      return sayProblem(state.problem);
    case 'waiting':
    case 'uploading':
      return state.last?.kind ?? '';
    case 'awaiting':
      return state.noAnswer === undefined ? '' : sayNoAnswer(state.noAnswer);
    case 'accepted':
      return oneLine(state.reason ?? '');
    case 'refused':
      return [oneLine(state.reason ?? ''), ...(state.settled === undefined ? [] : ['dealt with'])]
        .filter((words) => words !== '')
        .join('; ');
    default:
      return unreachable(state);
  }
}

function sayNoAnswer({ because, askedAt }: NoAnswer): string {
  const word = because.kind === 'unknown-result' ? ` "${oneLine(because.word)}"` : '';
  return `no answer (${because.kind}${word}): ${askedAt === null ? 'ask the accountant, with the document number' : 'asked'}`;
}

function sayProblem(problem: Problem): string {
  switch (problem.kind) {
    case 'too-large':
    case 'password':
    case 'blank':
    case 'link':
      return problem.kind;
    case 'not-taken':
    case 'damaged':
      return `${problem.kind}: ${problem.found}`;
    case 'unreadable':
      return `${problem.kind}: ${problem.code}`;
    case 'declined':
      return oneLine(`declined: ${problem.detail ?? problem.errorCode ?? ''}`);
    default:
      return unreachable(problem);
  }
}

/** Foreign text must not draw on the terminal: no control characters, and no end of a line. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}
