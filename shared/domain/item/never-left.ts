import { unreachable } from '../../lib/unreachable.ts';
import type { Failure } from './failure.ts';

/** Whether an upload with this failure cannot have reached the service: it ended before a byte of the document left, or at a blocking proxy. */
export function neverLeft(kind: Failure['kind']): boolean {
  switch (kind) {
    case 'offline':
    case 'certificate':
    case 'clock':
    case 'proxy':
    case 'no-token':
    case 'credentials':
    case 'no-file':
    case 'spool':
    case 'company':
      return true;
    case 'broken':
    case 'timed-out':
    case 'forbidden':
    case 'service':
    case 'not-understood':
      return false;
    default:
      return unreachable(kind);
  }
}
