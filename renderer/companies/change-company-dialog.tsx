import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { COMPANY_COLOURS, type Company } from '#shared/domain/company.ts';
import { useEngine } from '../link/engine.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { Choice } from '#shared/ui/parts/choice.tsx';
import { ColourDot } from '../parts/company-name.tsx';
import { DialogActions } from '#shared/ui/parts/dialog-actions.tsx';
import { DialogBox } from '../parts/dialog-box.tsx';
import { TextField } from '#shared/ui/parts/text-field.tsx';
import { useI18n } from '../i18n/i18n.tsx';
import styles from './companies.module.css';

/** Changes a company's local name and colour; neither leaves this computer. */
export function ChangeCompanyDialog({ company, onClose }: { readonly company: Company; readonly onClose: () => void }) {
  const { t } = useI18n();
  const { queries } = useEngine();
  const [name, setName] = useState(company.name);
  const [colour, setColour] = useState(company.colour);
  const changing = useMutation(queries.companies.change.mutationOptions({ onSuccess: onClose }));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (name.trim() !== '') changing.mutate({ companyId: company.id, name, colour });
  };
  return (
    <DialogBox title={t('companies.change.title', { name: company.name })} onClose={onClose}>
      <form onSubmit={submit} className={styles['form']} noValidate>
        <TextField
          label={t('connect.name')}
          error={name.trim() === '' ? t('companies.change.no-name') : null}
          value={name}
          onChange={setName}
          maxLength={100}
          autoComplete="off"
        />
        <Choice
          label={t('connect.colour')}
          options={COMPANY_COLOURS.map((value) => ({ value, label: t(`companies.colour.${value}`), mark: <ColourDot colour={value} /> }))}
          value={colour}
          onChange={setColour}
        />
        <DialogActions>
          <Button onPress={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" look="primary" isPending={changing.isPending}>
            {t('common.save')}
          </Button>
        </DialogActions>
      </form>
    </DialogBox>
  );
}
