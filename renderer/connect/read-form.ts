import { z } from 'zod';
import type { MessageKey } from '#shared/i18n/en.ts';

export const CONNECT_FIELDS = ['name', 'integrationId', 'integrationSecret'] as const;
export type ConnectField = (typeof CONNECT_FIELDS)[number];
export type FieldFaults = Readonly<Partial<Record<ConnectField, MessageKey>>>;

export type FormCredentials = { readonly integrationId: string; readonly integrationSecret: string };

const FAULTS: Readonly<Record<ConnectField, MessageKey>> = {
  name: 'connect.name.missing',
  integrationId: 'connect.integration-id.wrong',
  integrationSecret: 'connect.secret.missing',
};

/** An empty field is asked for, not called wrong. */
const MISSING: typeof FAULTS = { ...FAULTS, integrationId: 'connect.integration-id.missing' };

/** The same limits as in the contract, so that values that pass here are not refused there. */
const checks = z.object({
  name: z.string().trim().min(1).max(100),
  integrationId: z.string().trim().pipe(z.guid()),
  integrationSecret: z.string().trim().min(1).max(500),
});

/** Reads the fields directly from the form, so that the secret never enters React state; its field is emptied right afterwards. */
export function readConnectForm(form: HTMLFormElement): {
  readonly values: FormCredentials & { readonly name: string };
  readonly faults: FieldFaults;
} {
  const data = new FormData(form);
  const text = (field: ConnectField) => {
    const value = data.get(field);
    return typeof value === 'string' ? value.trim() : '';
  };
  const values = { name: text('name'), integrationId: text('integrationId'), integrationSecret: text('integrationSecret') };
  // Fields that this form does not have are not checked.
  const faults = CONNECT_FIELDS.filter((field) => data.has(field) && !checks.shape[field].safeParse(values[field]).success);
  return { values, faults: Object.fromEntries(faults.map((field) => [field, values[field] === '' ? MISSING[field] : FAULTS[field]])) };
}

/** Forgets the secret once it was submitted; a correct one is in the keychain by then. */
export function emptySecret(form: HTMLFormElement): void {
  const field = form.elements.namedItem('integrationSecret');
  if (field instanceof HTMLInputElement) field.value = '';
}
