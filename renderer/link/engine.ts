import { createORPCClient } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import { createTanstackQueryUtils } from '@orpc/tanstack-query';
import { createContext, use } from 'react';
import type { appContract } from '#shared/app-api/app-contract.ts';
import type { browsersContract } from '#shared/app-api/browsers-contract.ts';
import type { EngineLink } from './open-link.ts';
import { useQuery } from '@tanstack/react-query';

export type EngineClient = ContractRouterClient<typeof appContract>;

export type BrowserQueries = ReturnType<typeof browserQueriesOf>;

/** The window's only client, and its calls as queries. */
export type Engine = {
  readonly client: EngineClient;
  readonly queries: ReturnType<typeof queriesOf>;
  /** The signed-in browsers of the headless host; null in the desktop app. */
  readonly browsers: BrowserQueries | null;
};

export function createEngine(link: EngineLink): Engine {
  const client: EngineClient = createORPCClient(link.transport);
  return { client, queries: queriesOf(client), browsers: link.browsers === null ? null : browserQueriesOf(link.browsers) };
}

function browserQueriesOf(link: NonNullable<EngineLink['browsers']>) {
  const client: ContractRouterClient<typeof browsersContract> = createORPCClient(link);
  return createTanstackQueryUtils(client, { path: ['browsers'] });
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

/** Whether files can be shown and saved on this computer: only in the desktop app. */
export function useHasDisk(): boolean {
  const { queries } = useEngine();
  return useQuery(queries.info.queryOptions()).data?.host === 'electron';
}
