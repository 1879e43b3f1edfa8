import type { ContractProcedure, ErrorMap, InferSchemaInput, InferSchemaOutput, Meta } from '@orpc/contract';
import type { Stop } from '../ports/stop.ts';
import type { appContract } from './app-contract.ts';

/**
 * What answers a contract: for each call, at the same place, a function of its checked input. `stop` is aborted when the
 * caller goes away. oRPC checks what it returns by the contract, too.
 */
export type Handlers<Contract> =
  Contract extends ContractProcedure<infer Input, infer Output, ErrorMap, Meta>
    ? (input: InferSchemaOutput<Input>, stop?: Stop) => InferSchemaInput<Output> | Promise<InferSchemaInput<Output>>
    : { readonly [Name in keyof Contract]: Handlers<Contract[Name]> };

/** What answers the window. Each feature of the engine provides the part that it answers. */
export type AppHandlers = Handlers<typeof appContract>;
