import { fail, type Result } from '#shared/lib/result.ts';
import type { Http, HttpFault, HttpRequest } from '#shared/ports/http.ts';
import type { ProxyRoute } from './proxy-route.ts';

/** HTTP over the routes that `route` returns; the next one is tried only if it is certain that nothing was sent by the one before. */
export function throughProxy(http: Http, route: ProxyRoute): Http {
  const byWays = async <T>(
    request: HttpRequest,
    go: (request: HttpRequest) => Promise<Result<T, HttpFault>>,
  ): Promise<Result<T, HttpFault>> => {
    const ways = await route(request.url);
    if (!ways.ok) return fail({ kind: 'proxy', sent: 'never-sent', code: ways.failure.code });
    let last: Result<T, HttpFault> | null = null;
    for (const via of ways.value) {
      last = await go(via === null ? request : { ...request, via });
      if (last.ok || !mayGoElsewhere(last.failure)) return last;
    }
    return last ?? fail({ kind: 'proxy', sent: 'never-sent', code: 'PROXY_NONE' });
  };
  return {
    send: (request) => byWays(request, (one) => http.send(one)),
    open: (request) => byWays(request, (one) => http.open(one)),
  };
}

/** Whether the proxy is absent. A proxy that answers, if only with 407, was reached. */
function mayGoElsewhere({ kind, sent, code }: HttpFault): boolean {
  if (sent !== 'never-sent') return false;
  return kind === 'unreachable' || (kind === 'proxy' && !/^PROXY_\d/.test(code));
}
