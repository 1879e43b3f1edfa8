import { Agent, fetch, FormData } from 'undici';
import { API_KEY_HEADER } from '#shared/contract/headers.ts';
import { TOKEN_PATH } from '#shared/contract/routes.ts';
import type { Parts } from '../../build/demo/start-parts.ts';

export type Pile = {
  readonly integrationId: string;
  readonly integrationSecret: string;
  readonly files: readonly { readonly name: string; readonly bytes: Buffer }[];
  readonly atOnce: number;
};

/** Only sends: no watching, no hashing, no journal, no retries. What an engine can at best come near to. */
export async function bareLoop(parts: Parts, pile: Pile): Promise<void> {
  const { baseUrl } = parts.installation.service;
  const token = await tokenOf(parts);
  const dispatcher = new Agent({ connections: pile.atOnce });
  const waiting = pile.files.values();
  const worker = async (): Promise<void> => {
    for (const { name, bytes } of waiting) {
      const body = new FormData();
      body.append('filename', name);
      body.append('file', new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }), name);
      const answer = await fetch(`${baseUrl}/integrations/${pile.integrationId}/purchase-invoices`, {
        method: 'POST',
        body,
        dispatcher,
        headers: { authorization: `Bearer ${token}`, [API_KEY_HEADER]: pile.integrationSecret },
      });
      if (answer.status !== 200) throw new Error(`the sandbox answered ${answer.status}: ${await answer.text()}`);
      await answer.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: pile.atOnce }, worker));
  await dispatcher.close();
}

async function tokenOf({ installation, credentials }: Parts): Promise<string> {
  const { authUrl, scope } = installation.service;
  const answer = await fetch(`${authUrl}${TOKEN_PATH}`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: credentials.clientId,
      client_secret: credentials.clientSecret,
      scope,
    }),
  });
  const token = (await answer.json()) as { readonly access_token: string };
  return token.access_token;
}
