import { unreachable } from '#shared/lib/unreachable.ts';
import type { WindowFault } from './hand-over.ts';

export type AfterFault = {
  /** True if the fault may pass, or the person can fix it right away: the same file may then succeed. */
  readonly mayPass: boolean;
  /** True if the next file for the same folder would fail in the same way. */
  readonly forAll: boolean;
};

/** What a fault means for retrying the file and for the files after it. */
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
