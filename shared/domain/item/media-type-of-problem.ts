import type { MediaType } from '../../contract/media-types.ts';
import { unreachable } from '../../lib/unreachable.ts';
import type { Problem } from './problem.ts';

/** The media type of a file that cannot be sent, if its problem reveals it. */
export function mediaTypeOfProblem(problem: Problem): MediaType | null {
  switch (problem.kind) {
    case 'password':
    case 'blank':
      return 'application/pdf';
    case 'damaged':
      return problem.found === 'pdf' ? 'application/pdf' : `image/${problem.found}`;
    case 'too-large':
    case 'not-taken':
    case 'link':
    case 'unreadable':
    case 'declined':
      return null;
    default:
      return unreachable(problem);
  }
}
