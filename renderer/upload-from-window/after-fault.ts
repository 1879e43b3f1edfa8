import { unreachable } from '#shared/lib/unreachable.ts';
import type { WindowFault } from './hand-over.ts';

export type AfterFault = {
  /** It passes, or the person can put it right here and now: then the same file is taken. */
  readonly mayPass: boolean;
  /** The next file for the same folder would meet it too. */
  readonly forAll: boolean;
};

/** What a file that was not copied means for another try, and for the files after it. */
export function afterFault(kind: WindowFault['kind']): AfterFault {
  switch (kind) {
    case 'full':
    case 'folder-away':
    case 'no-answer':
      return { mayPass: true, forAll: true };
    case 'no-folder':
      return { mayPass: false, forAll: true };
    case 'disk':
    case 'busy':
    case 'broken':
    case 'unread':
      return { mayPass: true, forAll: false };
    case 'unfit':
    case 'known':
    case 'left-alone':
    case 'no-name':
    case 'not-open':
    case 'a-folder':
      return { mayPass: false, forAll: false };
    default:
      return unreachable(kind);
  }
}
