import type { MediaType } from '../../contract/media-types.ts';
import { unreachable } from '../../lib/unreachable.ts';
import { TAKEN_KINDS, type TakenKind } from './file-kinds.ts';
import type { Problem } from './problem.ts';

/** The formats that the service takes, as it names them. */
export const MEDIA_TYPE_OF: Readonly<Record<TakenKind, MediaType>> = {
  pdf: 'application/pdf',
  jpeg: 'image/jpeg',
  png: 'image/png',
  bmp: 'image/bmp',
};

/** The media type of a file that cannot be sent, if its problem reveals it. */
export function mediaTypeOfProblem(problem: Problem): MediaType | null {
  switch (problem.kind) {
    case 'password':
    case 'blank':
      return 'application/pdf';
    case 'damaged':
      return MEDIA_TYPE_OF[problem.found];
    case 'too-large':
      return problem.found === undefined ? null : MEDIA_TYPE_OF[problem.found];
    case 'scan-among-entries': {
      const taken = TAKEN_KINDS.find((kind) => kind === problem.found);
      return taken === undefined ? null : MEDIA_TYPE_OF[taken];
    }
    case 'not-taken':
    case 'entries-among-scans':
    case 'entries-without-scan':
    case 'entries-late':
    case 'not-taken-as-entries':
    case 'link':
    case 'unreadable':
    case 'declined':
    case 'in-parts':
    case 'entries':
    case 'no-entries':
    case 'entries-misfit':
      return null;
    default:
      return unreachable(problem);
  }
}
