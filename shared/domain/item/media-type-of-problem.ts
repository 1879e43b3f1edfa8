import type { MediaType } from '../../contract/media-types.ts';
import { unreachable } from '../../lib/unreachable.ts';
import type { Problem, TakenKind } from './problem.ts';

/** The media type of a file that cannot be sent, if its problem reveals it. */
export function mediaTypeOfProblem(problem: Problem): MediaType | null {
  switch (problem.kind) {
    case 'password':
    case 'blank':
      return 'application/pdf';
    case 'damaged':
      return mediaTypeOf(problem.found);
    case 'too-large':
      return problem.found === undefined ? null : mediaTypeOf(problem.found);
    case 'not-taken':
    case 'link':
    case 'unreadable':
    case 'declined':
    case 'in-parts':
      return null;
    default:
      return unreachable(problem);
  }
}

function mediaTypeOf(kind: TakenKind): MediaType {
  return kind === 'pdf' ? 'application/pdf' : `image/${kind}`;
}
