import type { Failure } from '#shared/domain/item/failure.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import type { HttpFault } from '#shared/ports/http.ts';

/** No server uses a certificate before it is valid: this computer's clock is behind. */
const NOT_YET_VALID = 'CERT_NOT_YET_VALID';

/** What a missing answer to an upload means for the item, judged by the port's kinds, never by text. None of these is anybody's fault. */
export function failureOf(fault: HttpFault): Failure {
  switch (fault.kind) {
    case 'certificate':
      return fault.code === NOT_YET_VALID ? { kind: 'clock', aheadMs: null } : { kind: 'certificate', code: fault.code };
    case 'proxy':
      return { kind: fault.kind, code: fault.code };
    case 'timed-out':
      return fault.sent === 'never-sent' ? { kind: 'offline', code: fault.code } : { kind: 'timed-out' };
    case 'too-large':
      // An answer, but not one of an import route; the status is 0 because the answer was never read.
      return { kind: 'not-understood', status: 0, tries: 1 };
    case 'unreachable':
    case 'broken':
    case 'stopped':
      return fault.sent === 'never-sent' ? { kind: 'offline', code: fault.code } : { kind: 'broken', code: fault.code, tries: 1 };
    default:
      return unreachable(fault.kind);
  }
}
