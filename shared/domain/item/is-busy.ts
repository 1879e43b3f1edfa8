import type { Company } from '../company.ts';
import type { Failure } from './failure.ts';
import type { Standing } from '../standing.ts';

type Seen = {
  readonly standing: Standing;
  readonly companies: readonly Pick<Company, 'connection'>[];
  readonly delay?: { readonly failure: Failure } | null | undefined;
};

/** Whether everything is reachable and the service itself asks us to wait: the connection is not lost, and nobody has to act. */
export function isBusy({ standing, companies, delay }: Seen): boolean {
  return (
    standing === 'disconnected' && delay?.failure.kind === 'service' && companies.every(({ connection }) => connection.kind !== 'checking')
  );
}
