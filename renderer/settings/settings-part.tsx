import type { ReactNode } from 'react';
import styles from './settings.module.css';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SettingsChange } from '#shared/app-api/settings.ts';
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
