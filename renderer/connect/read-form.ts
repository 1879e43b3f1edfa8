import { isGuid } from '#shared/domain/ids.ts';
import type { MessageKey } from '#shared/i18n/en.ts';

export const CONNECT_FIELDS = ['name', 'integrationId', 'integrationSecret'] as const;
export type ConnectField = (typeof CONNECT_FIELDS)[number];
export type FieldFaults = Readonly<Partial<Record<ConnectField, MessageKey>>>;

export type FormCredentials = { readonly integrationId: string; readonly integrationSecret: string };

/** Of a field that was left empty. */
const MISSING: Readonly<Record<ConnectField, MessageKey>> = {
  name: 'connect.name.missing',
  integrationId: 'connect.integration-id.missing',
  integrationSecret: 'connect.secret.missing',
};

/** The same limits as in the contract, so that values that pass here are not refused there. */
const CHECKS: Readonly<Record<ConnectField, (typed: string) => boolean>> = {
  name: (typed) => typed !== '' && typed.length <= 100,
  integrationId: isGuid,
  integrationSecret: (typed) => typed !== '' && typed.length <= 500,
};

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
  const faults = CONNECT_FIELDS.filter((field) => data.has(field) && !CHECKS[field](values[field]));
  return { values, faults: Object.fromEntries(faults.map((field) => [field, faultOf(field, values[field])])) };
}

function faultOf(field: ConnectField, value: string): MessageKey {
  return field === 'integrationId' && value !== '' ? 'connect.integration-id.wrong' : MISSING[field];
}

/** Forgets the secret once it was submitted; a correct one is in the keychain by then. */
export function emptySecret(form: HTMLFormElement): void {
  const field = form.elements.namedItem('integrationSecret');
  if (field instanceof HTMLInputElement) field.value = '';
}
