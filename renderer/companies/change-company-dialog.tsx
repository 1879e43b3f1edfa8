import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type Company, COMPANY_COLOURS, contactSchema } from '#shared/domain/company.ts';
import { useEngine } from '../link/engine.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { Choice } from '#shared/ui/parts/choice.tsx';
import { ColourTile } from '../parts/company-tile.tsx';
import { DialogActions } from '#shared/ui/parts/dialog-actions.tsx';
import { DialogBox } from '../parts/dialog-box.tsx';
import { focusFirst } from '../parts/focus-field.ts';
import { firstLetterOf } from '../parts/letters-of.ts';
import { TextField } from '#shared/ui/parts/text-field.tsx';
import { useI18n } from '../i18n/i18n.tsx';
import styles from './companies.module.css';

/** Changes a company's local name and colour, and whom to write to about it; none of it leaves this computer. */
export function ChangeCompanyDialog({ company, onClose }: { readonly company: Company; readonly onClose: () => void }) {
  const { t } = useI18n();
  const { queries } = useEngine();
  const [name, setName] = useState(company.name);
  const [colour, setColour] = useState(company.colour);
  const [contact, setContact] = useState(company.contact ?? '');
  const [isTried, setTried] = useState(false);
  const faults = { name: name.trim() === '', contact: contact.trim() !== '' && !contactSchema.safeParse(contact.trim()).success };
  const letter = firstLetterOf(name);
  const changing = useMutation(queries.companies.change.mutationOptions({ onSuccess: onClose }));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (faults.name || faults.contact) return focusFirst(event.currentTarget, faults.name ? ['name'] : ['contact']);
    changing.mutate({ companyId: company.id, name, colour, contact: contact.trim() === '' ? null : contact.trim() });
  };
  return (
    <DialogBox title={t('companies.change.title', { name: company.name })} onClose={onClose}>
      <form onSubmit={submit} className={styles['form']} noValidate>
        <TextField
          name="name"
          label={t('connect.name')}
          error={faults.name ? t('companies.change.no-name') : null}
          value={name}
          onChange={setName}
          maxLength={100}
          autoComplete="off"
        />
        <Choice
          label={t('connect.colour')}
          options={COMPANY_COLOURS.map((value) => ({
            value,
            label: t(`companies.colour.${value}`),
            mark: <ColourTile colour={value} letters={letter} />,
          }))}
          value={colour}
          onChange={setColour}
        />
        <ContactField value={contact} onChange={setContact} isWrong={isTried && faults.contact} />
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

type ContactProps = { readonly value: string; readonly onChange: (text: string) => void; readonly isWrong: boolean };

/** The accountant's address, for messages that the person writes. */
function ContactField({ value, onChange, isWrong }: ContactProps) {
  const { t } = useI18n();
  return (
    <TextField
      name="contact"
      type="email"
      label={t('companies.contact')}
      hint={t('companies.contact.hint')}
      error={isWrong ? t('companies.contact.wrong') : null}
      value={value}
      onChange={onChange}
      maxLength={254}
      autoComplete="off"
    />
  );
}
