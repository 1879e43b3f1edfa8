import { type AnyContractRouter, isContractProcedure } from '@orpc/contract';
import { type AnyRouter, implement, type Router } from '@orpc/server';
import { appContract } from '#shared/app-api/app-contract.ts';
import type { AppHandlers, Handlers } from '#shared/app-api/handlers.ts';
import type { EngineRouter } from './engine.ts';

type Durable = () => Promise<void>;

/**
 * shared/app-api, answered by `handlers`. An answer waits until all that it may tell is on the disk (`durable`). Hosts that may never be asked load this
 * file, and with it every schema, on the first request.
 */
export function createRouter(handlers: AppHandlers, durable: Durable = async () => undefined): EngineRouter {
  return routerOf(appContract, handlers, durable);
}

/** Pairs each call of the contract with the handler at the same place; oRPC checks input and output of every call by the contract. */
function routerOf<Contract extends AnyContractRouter>(
  contract: Contract,
  handlers: Handlers<Contract>,
  durable: Durable,
): Router<Contract, object>;
// TypeScript cannot follow a walk over both trees, so the body works on untyped ones and the signature above says what the walk keeps.
function routerOf(contract: AnyContractRouter, handlers: unknown, durable: Durable): AnyRouter {
  if (!isContractProcedure(contract)) {
    return Object.fromEntries(
      Object.entries(contract).map(([name, part]) => [name, routerOf(part, Reflect.get(Object(handlers), name), durable)]),
    );
  }
  if (typeof handlers !== 'function') throw new Error('a call of the contract has no handler');
  return implement(contract).handler(async ({ input, signal }) => {
    const answer: unknown = await Reflect.apply(handlers, undefined, [input, signal]);
    await durable();
    return answer;
  });
}
