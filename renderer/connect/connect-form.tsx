import { type ReactNode, useState } from 'react';
import { COMPANY_COLOURS, type Company, type CompanyColour } from '#shared/domain/company.ts';
import { useEngine } from '../link/engine.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { Choice } from '#shared/ui/parts/choice.tsx';
import { ColourTile } from '../parts/company-tile.tsx';
import { DialogActions } from '#shared/ui/parts/dialog-actions.tsx';
import { TextField } from '#shared/ui/parts/text-field.tsx';
import { useI18n } from '../i18n/i18n.tsx';
import { ConnectFaultNote } from './connect-fault-note.tsx';
import styles from './connect.module.css';
import { CredentialFields } from './credential-fields.tsx';
import { useConnect } from './use-connect.ts';

type Props = {
  /** Existing companies: their identifiers are taken, and the first colour none of them has is offered. */
  readonly companies: readonly Company[];
  readonly onConnected: (company: Company) => void;
  readonly beside?: ReactNode;
};

/** Form for a new company: its local name, and the credentials from the accountant. */
export function ConnectForm({ companies, onConnected, beside }: Props) {
  const { t } = useI18n();
  const { client } = useEngine();
  const [colour, setColour] = useState<CompanyColour>(
    COMPANY_COLOURS.find((one) => !companies.some((company) => company.colour === one)) ?? COMPANY_COLOURS[0],
  );
  const { submit, isPending, fields, fault } = useConnect((values) => client.companies.connect({ ...values, colour }), onConnected);
  return (
    <form onSubmit={submit} className={styles['form']} noValidate>
      <CredentialFields faults={fields} companies={companies} />
      <TextField
        name="name"
        label={t('connect.name')}
        hint={t('connect.name.hint')}
        error={fields.name === undefined ? null : t(fields.name)}
        maxLength={100}
        autoComplete="off"
      />
      <Choice
        label={t('connect.colour')}
        options={COMPANY_COLOURS.map((value) => ({
          value,
          label: t(`companies.colour.${value}`),
          mark: <ColourTile colour={value} letters="" />,
        }))}
        value={colour}
        onChange={setColour}
      />
      <ConnectFaultNote fault={fault} />
      <DialogActions>
        {beside}
        <Button type="submit" look="primary" isPending={isPending}>
          {t(isPending ? 'connect.submitting' : 'connect.submit')}
        </Button>
      </DialogActions>
    </form>
  );
}
