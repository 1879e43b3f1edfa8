import { type ReactNode, useState } from 'react';
import styles from './settings.module.css';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SettingsChange } from '#shared/app-api/settings.ts';
import { userEmailOf } from '../link/schemas.ts';
import { TextField } from '#shared/ui/parts/text-field.tsx';
import { useI18n } from '../i18n/i18n.tsx';
import { useEngine } from '../link/engine.ts';

/** A group of settings under a heading. */
export function SettingsPart({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles['part']}>
      <h2 className={styles['part-title']}>{title}</h2>
      <div className={styles['rows']}>{children}</div>
    </section>
  );
}

export type ChangeSettings = (change: SettingsChange) => void;

type Changing = {
  readonly change: ChangeSettings;
  readonly hasFailed: boolean;
  /** Changes with each saved change; 0 before the first. */
  readonly savedAt: number;
};

/** Saves a change at once; afterwards the engine's own settings are shown. */
export function useChangeSettings(): Changing {
  const { queries } = useEngine();
  const queryClient = useQueryClient();
  const changing = useMutation(
    queries.settings.change.mutationOptions({
      onSuccess: async (settings, { proxy }) => {
        queryClient.setQueryData(queries.settings.get.queryKey(), settings);
        // Changing the proxy makes the engine forget its password.
        if (proxy !== undefined) await queryClient.invalidateQueries({ queryKey: queries.secrets.view.queryKey() });
      },
    }),
  );
  return { change: changing.mutate, hasFailed: changing.isError, savedAt: changing.isSuccess ? changing.submittedAt : 0 };
}

type EmailFieldProps = {
  readonly label: string;
  readonly hint: string;
  readonly value: string | null;
  readonly save: (userEmail: string | null) => void;
};

/** Saved when the user leaves the field. An address that cannot be sent blocks no document, but the field says so. */
export function EmailField({ label, hint, value, save }: EmailFieldProps) {
  const { t } = useI18n();
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? value ?? '';
  const leave = () => {
    const email = text.trim();
    if (typed !== null && email !== (value ?? '')) save(email === '' ? null : email);
    setTyped(null);
  };
  const { kind } = userEmailOf(text);
  const isUnsent = text.trim() !== '' && kind !== 'sendable';
  return (
    <TextField
      type="email"
      label={label}
      hint={hint}
      error={isUnsent && typed === null ? t(`settings.email.${kind}`) : null}
      maxLength={254}
      autoComplete="email"
      value={text}
      onChange={setTyped}
      onBlur={leave}
    />
  );
}
