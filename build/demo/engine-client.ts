import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/fetch';
import type { ContractRouterClient } from '@orpc/contract';
import { z } from 'zod';
import type { appContract } from '#shared/app-api/app-contract.ts';

export type EngineClient = ContractRouterClient<typeof appContract>;

const hostNoteSchema = z.object({ port: z.number(), commandKey: z.string() });

/** Calls a running headless host as the command line does, by the note in its profile (docs/guide/headless.en.md). */
export function engineClient(profile: string): EngineClient {
  const { url, headers } = commandLineOf(profile);
  const link = new RPCLink({
    url: `${url}/rpc`,
    headers,
    // Passes only the request: oRPC's further arguments are not used.
    fetch: plainFetch,
  });
  return createORPCClient(link);
}

/** A one-time address of the host's window, as the command `url` prints it. */
export async function freshAddress(profile: string): Promise<string> {
  const { url, headers } = commandLineOf(profile);
  const answer = await fetch(`${url}/token`, { method: 'POST', headers });
  return z.object({ url: z.url() }).parse(await answer.json()).url;
}

function commandLineOf(profile: string) {
  const note = hostNoteSchema.parse(JSON.parse(readFileSync(join(profile, 'host.json'), 'utf8')));
  return { url: `http://127.0.0.1:${note.port}`, headers: { 'x-intray': '1', 'x-intray-key': note.commandKey } };
}

async function plainFetch(request: Request): Promise<Response> {
  return fetch(request);
}
