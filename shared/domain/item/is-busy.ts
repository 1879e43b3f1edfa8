import type { Company } from '../company.ts';
import type { Failure } from './failure.ts';
import type { Standing } from '../standing.ts';

type Seen = {
  readonly standing: Standing;
  readonly companies: readonly Pick<Company, 'connection'>[];
  readonly delay?: { readonly failure: Failure } | null | undefined;
};

/** Everything can be reached, and the service itself asks for patience: that is no lost connection, and nobody has anything to do. */
export function isBusy({ standing, companies, delay }: Seen): boolean {
  return (
    standing === 'disconnected' && delay?.failure.kind === 'service' && companies.every(({ connection }) => connection.kind !== 'checking')
  );
}
