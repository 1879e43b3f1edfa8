import { type AnyContractRouter, isContractProcedure } from '@orpc/contract';
import { type AnyRouter, implement, type Router } from '@orpc/server';
import { appContract } from '#shared/app-api/app-contract.ts';
import type { AppHandlers, Handlers } from '#shared/app-api/handlers.ts';
import type { EngineRouter } from './engine.ts';

/** shared/app-api, answered by `handlers`. Hosts that may never be asked load this file, and with it every schema, on the first request. */
export function createRouter(handlers: AppHandlers): EngineRouter {
  return routerOf(appContract, handlers);
}

/** Pairs each call of the contract with the handler at the same place; oRPC checks input and output of every call by the contract. */
function routerOf<Contract extends AnyContractRouter>(contract: Contract, handlers: Handlers<Contract>): Router<Contract, object>;
// TypeScript cannot follow a walk over both trees, so the body works on untyped ones and the signature above says what the walk keeps.
function routerOf(contract: AnyContractRouter, handlers: unknown): AnyRouter {
  if (!isContractProcedure(contract)) {
    return Object.fromEntries(Object.entries(contract).map(([name, part]) => [name, routerOf(part, Reflect.get(Object(handlers), name))]));
  }
  if (typeof handlers !== 'function') throw new Error('a call of the contract has no handler');
  return implement(contract).handler(({ input, signal }) => Reflect.apply(handlers, undefined, [input, signal]));
}
