import type { ContractProcedure, ErrorMap, InferSchemaInput, InferSchemaOutput, Meta } from '@orpc/contract';
import type { Stop } from '../ports/stop.ts';
import type { appContract } from './app-contract.ts';

/**
 * The functions that answer a contract, in a tree of the same shape. Each gets the validated input; `stop` is aborted when the caller goes
 * away. oRPC validates the output by the contract, too.
 */
export type Handlers<Contract> =
  Contract extends ContractProcedure<infer Input, infer Output, ErrorMap, Meta>
    ? (input: InferSchemaOutput<Input>, stop?: Stop) => InferSchemaInput<Output> | Promise<InferSchemaInput<Output>>
    : { readonly [Name in keyof Contract]: Handlers<Contract[Name]> };

/** The functions that answer the window. Each feature of the engine provides those for its own calls. */
export type AppHandlers = Handlers<typeof appContract>;
