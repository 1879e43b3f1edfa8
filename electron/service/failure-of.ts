import type { Failure } from '#shared/domain/item/failure.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import type { HttpFault } from '#shared/ports/http.ts';

/** Nobody shows a certificate before its day: it is this computer that lives in the past. */
const NOT_YET_VALID = 'CERT_NOT_YET_VALID';

/** What an upload's missing answer means for the item; by the port's own kinds, never by words. Nobody's fault, all of them. */
export function failureOf(fault: HttpFault): Failure {
  switch (fault.kind) {
    case 'certificate':
      return fault.code === NOT_YET_VALID ? { kind: 'clock', aheadMs: null } : { kind: 'certificate', code: fault.code };
    case 'proxy':
      return { kind: fault.kind, code: fault.code };
    case 'timed-out':
      return fault.sent === 'never-sent' ? { kind: 'offline', code: fault.code } : { kind: 'timed-out' };
    case 'too-large':
      // An answer, but none that an import route gives; without a status, since it was never read.
      return { kind: 'not-understood', status: 0, tries: 1 };
    case 'unreachable':
    case 'broken':
    case 'stopped':
      return fault.sent === 'never-sent' ? { kind: 'offline', code: fault.code } : { kind: 'broken', code: fault.code, tries: 1 };
    default:
      return unreachable(fault.kind);
  }
}
