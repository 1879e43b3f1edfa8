import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { ConnectFault } from '#shared/app-api/faults.ts';
import type { Company } from '#shared/domain/company.ts';
import type { Result } from '#shared/lib/result.ts';
import { focusFirst } from '../parts/field-focus.ts';
import { emptySecret, type FieldFaults, type FormCredentials, readConnectForm } from './read-form.ts';
import type { CompanyId } from '#shared/domain/ids.ts';
import { useEngine } from '../link/engine.ts';

export type Connecting = {
  readonly submit: (event: FormEvent<HTMLFormElement>) => void;
  readonly isPending: boolean;
  readonly fields: FieldFaults;
  readonly fault: ConnectFault | { readonly kind: 'unexpected' } | null;
};

type Ask = (values: FormCredentials & { readonly name: string }) => Promise<Result<Company, ConnectFault>>;

/**
 * Asks the engine to connect. Not a TanStack mutation, because that would keep its arguments in memory, and the secret
 * must not outlive the call.
 */
export function useConnect(ask: Ask, onConnected: (company: Company) => void): Connecting {
  const queryClient = useQueryClient();
  const [isPending, setPending] = useState(false);
  const [fields, setFields] = useState<FieldFaults>({});
  const [fault, setFault] = useState<Connecting['fault']>(null);

  const connect = async (form: HTMLFormElement): Promise<void> => {
    const { values, faults } = readConnectForm(form);
    setFields(faults);
    setFault(null);
    if (Object.keys(faults).length > 0) return focusFirst(form, Object.keys(faults));
    setPending(true);
    const answer = ask(values);
    emptySecret(form);
    const result = await answer.catch(() => null);
    setPending(false);
    if (result === null) return setFault({ kind: 'unexpected' });
    if (!result.ok) return setFault(result.failure);
    await queryClient.invalidateQueries();
    onConnected(result.value);
  };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isPending) void connect(event.currentTarget);
  };
  return { submit, isPending, fields, fault };
}

/** Number of the company's documents that are not sent yet; null until it is known. */
export function useQueue(companyId: CompanyId): number | null {
  const { queries } = useEngine();
  const input = { companyId, states: ['waiting', 'uploading'] as ('waiting' | 'uploading')[], limit: 1 };
  return useQuery(queries.items.list.queryOptions({ input })).data?.total ?? null;
}
