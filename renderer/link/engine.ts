import { createORPCClient } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import { createTanstackQueryUtils } from '@orpc/tanstack-query';
import { createContext, use } from 'react';
import type { appContract } from '#shared/app-api/app-contract.ts';
import type { Link } from './open-link.ts';

export type EngineClient = ContractRouterClient<typeof appContract>;

/** The one client of the window, and its calls as queries. */
export type Engine = { readonly client: EngineClient; readonly queries: ReturnType<typeof queriesOf> };

export function createEngine(link: Link): Engine {
  const client: EngineClient = createORPCClient(link.transport);
  return { client, queries: queriesOf(client) };
}

function queriesOf(client: EngineClient) {
  return createTanstackQueryUtils(client);
}

export const EngineContext = createContext<Engine | null>(null);

export function useEngine(): Engine {
  const engine = use(EngineContext);
  if (engine === null) throw new Error('outside of the engine context');
  return engine;
}
