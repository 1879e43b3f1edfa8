import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SettingsChange } from '#shared/app-api/settings.ts';
import { useEngine } from '../link/engine.ts';

export type ChangeSettings = (change: SettingsChange) => void;

type Changing = {
  readonly change: ChangeSettings;
  readonly hasFailed: boolean;
  /** Another number after each change that was kept; 0 before the first. */
  readonly savedAt: number;
};

/** Saves a change at once; what is shown afterwards is what the engine says that it has. */
export function useChangeSettings(): Changing {
  const { queries } = useEngine();
  const queryClient = useQueryClient();
  const changing = useMutation(
    queries.settings.change.mutationOptions({
      onSuccess: async (settings, { proxy }) => {
        queryClient.setQueryData(queries.settings.get.queryKey(), settings);
        // The password of another proxy is forgotten.
        if (proxy !== undefined) await queryClient.invalidateQueries({ queryKey: queries.secrets.view.queryKey() });
      },
    }),
  );
  return { change: changing.mutate, hasFailed: changing.isError, savedAt: changing.isSuccess ? changing.submittedAt : 0 };
}
