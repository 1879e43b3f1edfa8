import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Company } from '#shared/domain/company.ts';
import { useEngine } from '../link/engine.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { DialogActions } from '#shared/ui/parts/dialog-actions.tsx';
import { Toggle } from '#shared/ui/parts/toggle.tsx';
import { DialogBox } from '../parts/dialog-box.tsx';
import { useI18n } from '../i18n/i18n.tsx';

/** Explains, with current numbers, what removing the company means before it is removed. */
export function RemoveCompanyDialog({ company, onClose }: { readonly company: Company; readonly onClose: () => void }) {
  const { t } = useI18n();
  const { queries } = useEngine();
  const { id: companyId } = company;
  const means = useQuery(queries.companies.removal.queryOptions({ input: { companyId } }));
  const remove = useMutation(queries.companies.remove.mutationOptions({ onSuccess: onClose }));
  const [forget, setForget] = useState(false);
  const view = means.data?.ok === true ? means.data.value : null;
  return (
    <DialogBox role="alertdialog" title={t('companies.remove.title', { name: company.name })} onClose={onClose}>
      {view !== null && (
        <ul>
          <li>{t('companies.remove.folders', { count: view.folders })}</li>
          {view.unsent > 0 && <li>{t('companies.remove.unsent', { count: view.unsent })}</li>}
          {view.unanswered > 0 && <li>{t('companies.remove.unanswered', { count: view.unanswered })}</li>}
          <li>{t('companies.remove.history')}</li>
          <li>{t('companies.remove.secrets')}</li>
        </ul>
      )}
      <Toggle label={t('companies.remove.forget')} hint={t('companies.remove.forget-hint')} isSelected={forget} onChange={setForget} />
      <DialogActions>
        <Button onPress={onClose}>{t('common.cancel')}</Button>
        <Button look="danger" isDisabled={view === null} isPending={remove.isPending} onPress={() => remove.mutate({ companyId, forget })}>
          {t('companies.remove')}
        </Button>
      </DialogActions>
    </DialogBox>
  );
}
