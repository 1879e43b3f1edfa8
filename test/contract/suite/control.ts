import type { Http, HttpMethod } from '#shared/ports/http.ts';
import { member } from './check.ts';
import { type Answer, call } from './client.ts';
import type { Integration } from './target.ts';

export type Verdict = { readonly documentState: 'Accepted' | 'Refused'; readonly rejectionReason?: string };
export type Closing = 'SMB_CLOSED' | 'SMB_NOTFOUND' | 'CPA_CLOSED';

/** The sandbox's control API: it does what in reality the operator, the client and the accounting tool do. */
export type Control = {
  readonly hasClock: boolean;
  makeIntegration(): Promise<Integration>;
  decide(documentId: string, verdict: Verdict): Promise<void>;
  revoke(integrationId: string): Promise<void>;
  close(integrationId: string, errorCode: Closing): Promise<void>;
  expireTokens(): Promise<void>;
  /** Resolves with the kid of the new key. */
  rotateKeys(): Promise<unknown>;
  advance(milliseconds: number): Promise<void>;
  switches(): Promise<unknown>;
  patch(switches: Readonly<Record<string, unknown>>): Promise<void>;
  /** The secrets of the integrations that it made. */
  secrets(): readonly string[];
};

export async function openControl(http: Http, controlUrl: string): Promise<Control> {
  const secrets: string[] = [];
  const ask = async (method: HttpMethod, path: string, body?: unknown): Promise<Answer> => {
    const json = body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const answer = await call(http, { method, url: `${controlUrl}${path}`, ...json });
    if (answer.status < 200 || answer.status > 299) throw new Error(`control: ${method} ${path} answered ${answer.status}`);
    return answer;
  };
  const description = await ask('GET', '/openapi.json');
  return {
    hasClock: member(member(member(description.json, 'paths'), '/clock'), 'post') !== undefined,
    async makeIntegration() {
      const { json } = await ask('POST', '/integrations');
      const integration = {
        integrationId: String(member(json, 'integrationId')),
        integrationSecret: String(member(json, 'integrationSecret')),
      };
      secrets.push(integration.integrationSecret);
      return integration;
    },
    decide: async (documentId, verdict) => void (await ask('POST', `/documents/${documentId}/decide`, verdict)),
    revoke: async (integrationId) => void (await ask('POST', `/integrations/${integrationId}/revoke`)),
    close: async (integrationId, errorCode) => void (await ask('POST', `/integrations/${integrationId}/close`, { errorCode })),
    expireTokens: async () => void (await ask('POST', '/tokens/expire')),
    rotateKeys: async () => member((await ask('POST', '/keys/rotate')).json, 'kid'),
    advance: async (advanceMs) => void (await ask('POST', '/clock', { advanceMs })),
    switches: async () => (await ask('GET', '/switches')).json,
    patch: async (switches) => void (await ask('PATCH', '/switches', switches)),
    secrets: () => secrets,
  };
}
