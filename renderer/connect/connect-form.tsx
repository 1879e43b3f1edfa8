import { type ReactNode, useState } from 'react';
import { type Company, COMPANY_COLOURS, type CompanyColour } from '#shared/domain/company.ts';
import { useEngine } from '../link/engine.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { Choice } from '#shared/ui/parts/choice.tsx';
import { ColourTile } from '../parts/company-name.tsx';
import { DialogActions } from '#shared/ui/parts/dialog-box.tsx';
import { TextField } from '#shared/ui/parts/text-field.tsx';
import { type I18n, useI18n } from '../i18n/i18n.tsx';
import styles from './connect.module.css';
import { CredentialFields } from './credential-fields.tsx';
import { type Connecting, useConnect } from './use-connect.ts';
import { Note } from '#shared/ui/parts/note.tsx';
import { MailOpen } from 'lucide-react';
import type { Overview } from '#shared/app-api/views.ts';
import { DialogBox } from '../parts/dialog-box.tsx';
import { goTo } from '../frame/place.ts';

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

/** Says what happened, that nothing was stored, and what the user can do. */
export function ConnectFaultNote({ fault }: { readonly fault: Connecting['fault'] }) {
  const i18n = useI18n();
  if (fault === null) return null;
  const [title, ...next] = wordsOf(fault, i18n);
  return (
    <div ref={intoView}>
      <Note tone="bad" spoken="alert" title={title}>
        {next.length === 0 ? undefined : next.join(' ')}
      </Note>
    </div>
  );
}

function wordsOf(fault: NonNullable<Connecting['fault']>, { t, moment }: I18n): readonly [string, ...string[]] {
  if (fault.kind === 'unexpected') return [t('common.unexpected')];
  const again = fault.againAt === undefined ? [] : [t('connect.fault.again', { moment: moment(fault.againAt) })];
  return [t(`connect.fault.${fault.kind}`), t(`connect.fault.${fault.kind}.next`), ...again];
}

/** In a small window the note would appear below the visible part, and the form would seem to have done nothing. */
function intoView(note: HTMLElement | null): void {
  note?.scrollIntoView({ block: 'center' });
}

type ConnectDialogProps = {
  readonly overview: Overview;
  /** Called with the new company; the caller asks about its folders next. */
  readonly onConnected: (company: Company) => void;
  readonly onClose: () => void;
};

/** Connects another company in addition to the existing ones. */
export function ConnectDialog({ overview, onConnected, onClose }: ConnectDialogProps) {
  const { t } = useI18n();
  const toInvitation = () => {
    onClose();
    goTo({ kind: 'invitation' });
  };
  return (
    <DialogBox title={t('connect.title')} onClose={onClose}>
      <div className={styles['aside']}>
        <Button look="quiet" size="small" onPress={toInvitation}>
          <MailOpen size={16} aria-hidden />
          {t('companies.invitation')}
        </Button>
      </div>
      <p>{t('first-run.connect.text')}</p>
      <ConnectForm
        companies={overview.companies}
        onConnected={onConnected}
        beside={<Button onPress={onClose}>{t('common.cancel')}</Button>}
      />
    </DialogBox>
  );
}
