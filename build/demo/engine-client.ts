import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/fetch';
import type { ContractRouterClient } from '@orpc/contract';
import { z } from 'zod';
import type { appContract } from '#shared/app-api/app-contract.ts';

export type EngineClient = ContractRouterClient<typeof appContract>;

const hostNoteSchema = z.object({ port: z.number(), commandKey: z.string() });

/** Calls a running headless host as the command line does: by the note in its profile (docs/guide/headless.en.md). */
export function engineClient(profile: string): EngineClient {
  const note = hostNoteSchema.parse(JSON.parse(readFileSync(join(profile, 'host.json'), 'utf8')));
  const link = new RPCLink({
    url: `http://127.0.0.1:${note.port}/rpc`,
    headers: { 'x-intray': '1', 'x-intray-key': note.commandKey },
    // Node's fetch calls itself a browser's cors request, which the host would take for a page.
    fetch: plainFetch,
  });
  return createORPCClient(link);
}

async function plainFetch(request: Request): Promise<Response> {
  return fetch(request);
}
