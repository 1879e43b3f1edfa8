import { ANSWER_BYTES_MAX } from '#shared/contract/limits.ts';
import type { ServiceProfile } from '#shared/contract/service-profile.ts';
import { SECOND_MS } from '#shared/lib/duration.ts';
import type { Http } from '#shared/ports/http.ts';

const TIMEOUT_MS = 20 * SECOND_MS;

/** Whether anything answers at the service's address: if so, this computer is not offline. Needs no token. */
export function serviceAnswers({ http, profile }: { readonly http: Http; readonly profile: () => ServiceProfile | null }) {
  return async (): Promise<boolean> => {
    const known = profile();
    if (known === null) return false;
    const headers = { accept: 'application/json' };
    const sent = await http.send({ method: 'GET', url: known.jwksUrl, headers, timeoutMs: TIMEOUT_MS, answerBytesMax: ANSWER_BYTES_MAX });
    return sent.ok;
  };
}
