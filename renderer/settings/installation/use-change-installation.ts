import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { InstallationChange, InstallationFault } from '#shared/app-api/installation.ts';
import type { Company } from '#shared/domain/company.ts';
import { useEngine } from '../../link/engine.ts';

type Wanted = Extract<InstallationFault, { kind: 'secrets-wanted' }>;

export type ChangingInstallation = {
  readonly change: (place: InstallationChange, form: HTMLFormElement, companies: readonly Company[]) => Promise<void>;
  readonly isPending: boolean;
  /** Why the engine rejected the change; `unexpected` if it did not answer. */
  readonly fault: InstallationFault | { readonly kind: 'unexpected' } | null;
  /** Names of the secret fields that were requested since the form was opened: a correct secret stays in its field until all are correct. */
  readonly asked: readonly string[];
  /** Those of them whose secret differs from the engine's. */
  readonly wrong: readonly string[];
};

export const CLIENT_SECRET_FIELD = 'client-secret';
export const secretField = (companyId: string): string => `secret-${companyId}`;

/**
 * Changes the addresses of service and relay. Not a TanStack mutation, because that would keep its arguments in memory,
 * and the secrets must be nowhere but in their fields.
 */
export function useChangeInstallation(onSaved: () => void): ChangingInstallation {
  const { client } = useEngine();
  const queryClient = useQueryClient();
  const [isPending, setPending] = useState(false);
  const [asked, setAsked] = useState<readonly string[]>([]);
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const [fault, setFault] = useState<ChangingInstallation['fault']>(null);

  const change: ChangingInstallation['change'] = async (place, form, companies) => {
    const { secrets, clientSecret } = typedIn(form, companies);
    setPending(true);
    const answer = await client.installation
      .change({ ...place, secrets, ...(clientSecret === '' ? {} : { clientSecret }) })
      .catch(() => null);
    setPending(false);
    if (answer?.ok !== true) {
      const failure = answer?.failure ?? { kind: 'unexpected' as const };
      const wanted = failure.kind === 'secrets-wanted' ? fieldsOf(failure) : [];
      setAsked([...new Set([...asked, ...wanted])]);
      setWrong(emptied(form, wanted));
      return setFault(failure);
    }
    setFault(null);
    await queryClient.invalidateQueries();
    onSaved();
  };
  return { change, isPending, fault, asked, wrong };
}

function fieldsOf({ companyIds, clientSecret }: Wanted): readonly string[] {
  return [...companyIds.map(secretField), ...(clientSecret ? [CLIENT_SECRET_FIELD] : [])];
}

function typedIn(form: HTMLFormElement, companies: readonly Company[]) {
  const typed = new FormData(form);
  const textOf = (name: string): string => {
    const value = typed.get(name);
    return typeof value === 'string' ? value.trim() : '';
  };
  const secrets = companies.map(({ id, integrationId }) => ({ integrationId, secret: textOf(secretField(id)) }));
  return { secrets: secrets.filter(({ secret }) => secret !== ''), clientSecret: textOf(CLIENT_SECRET_FIELD) };
}

/** Empties these fields, and returns the names of those that were not empty. */
function emptied(form: HTMLFormElement, names: readonly string[]): readonly string[] {
  return names.filter((name) => {
    const field = form.elements.namedItem(name);
    const held = field instanceof HTMLInputElement && field.value !== '';
    if (held) field.value = '';
    return held;
  });
}
