import { type AnyContractRouter, isContractProcedure } from '@orpc/contract';
import { appContract } from '#shared/app-api/app-contract.ts';
import type { AppHandlers, Handlers } from '#shared/app-api/handlers.ts';

/** Handlers for every call of the window, none of which the test expects to be called. */
export function unaskedHandlers(): AppHandlers {
  return unasked(appContract, 'engine');
}

function unasked<Contract extends AnyContractRouter>(contract: Contract, name: string): Handlers<Contract>;
function unasked(contract: AnyContractRouter, name: string): unknown {
  if (!isContractProcedure(contract)) {
    return Object.fromEntries(Object.entries(contract).map(([part, inner]) => [part, unasked(inner, `${name}.${part}`)]));
  }
  return () => {
    throw new Error(`${name} is not asked here`);
  };
}
