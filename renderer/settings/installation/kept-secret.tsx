import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import type { InstallationSecret } from '#shared/app-api/secrets.ts';
import styles from '#shared/ui/field.module.css';
import { useEngine } from '../../link/engine.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { Note } from '#shared/ui/parts/note.tsx';
import { useI18n } from '../../i18n/i18n.tsx';

/** A secret that is typed in and never shown again. In the window it exists only in the field, which is emptied once it is stored. */
export function KeptSecret({ name, label }: { readonly name: InstallationSecret; readonly label: string }) {
  const { t } = useI18n();
  const id = useId();
  const { queries } = useEngine();
  const queryClient = useQueryClient();
  const view = useQuery(queries.secrets.view.queryOptions());
  const [hasFailed, setFailed] = useState(false);
  const keeping = useMutation(queries.secrets.keep.mutationOptions());
  const keep = async (secret: string | null): Promise<boolean> => {
    const kept = await keeping.mutateAsync({ name, secret }).catch(() => null);
    keeping.reset();
    setFailed(kept?.ok !== true);
    if (kept?.ok === true) queryClient.setQueryData(queries.secrets.view.queryKey(), kept.value);
    return kept?.ok === true;
  };
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    const typed = new FormData(form).get('secret');
    if (typeof typed === 'string' && typed !== '') void keep(typed).then((kept) => kept && form.reset());
  };
  const isKept = view.data?.[name] === true;
  return (
    <form className={styles['field']} onSubmit={submit}>
      <label htmlFor={id} className={styles['label']}>
        {label}
      </label>
      <div className={styles['row']}>
        <input
          id={id}
          name="secret"
          type="password"
          maxLength={500}
          autoComplete="off"
          className={styles['input']}
          placeholder={isKept ? '••••••••' : ''}
        />
        <Button type="submit">{t('common.save')}</Button>
        {isKept && <Button onPress={() => void keep(null)}>{t('settings.secret.remove')}</Button>}
      </div>
      <p className={styles['hint']}>{t(isKept ? 'settings.secret.kept' : 'settings.secret.none')}</p>
      {hasFailed && <Note tone="bad" spoken="alert" title={t('settings.secret.failed')} />}
    </form>
  );
}
