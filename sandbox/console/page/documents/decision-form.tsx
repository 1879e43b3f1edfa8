import { Check, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { DOCUMENT_STATES } from '#shared/contract/events.ts';
import styles from '../console.module.css';
import look from '#shared/ui/panel.module.css';
import panelStyles from '../panel.module.css';
import type { Document } from '../control/answers.ts';
import { useControlAction } from '../control/use-control.ts';
import { Button } from '#shared/ui/parts/button.tsx';
import { ActionFault } from '../parts/list-with-panel.tsx';
import { TextField } from '#shared/ui/parts/text-field.tsx';
import { useI18n } from '../i18n.tsx';

type Step = 'nothing' | 'choose' | 'refuse';

/** The accountant's decision: accept, or refuse with or without a reason. A decided document is decided again only on request. */
export function DecisionForm({ document }: { readonly document: Document }) {
  const { t } = useI18n();
  const action = useControlAction();
  const [step, setStep] = useState<Step>(document.documentState === null ? 'choose' : 'nothing');
  const decide = (documentState: string, rejectionReason: string | null) => {
    const body = { documentState, rejectionReason };
    action.mutate({ method: 'POST', path: `/documents/${document.documentId}/decide`, body }, { onSuccess: () => setStep('nothing') });
  };
  const refuse = (reason: string) => decide(DOCUMENT_STATES.refused, reason === '' ? null : reason);
  return (
    <section>
      <h3 className={look['heading']}>{t('console.decision')}</h3>
      {step === 'nothing' && (
        <div className={panelStyles['form']}>
          <div>
            <Button size="small" onPress={() => setStep('choose')}>
              {t('console.decide.again')}
            </Button>
          </div>
          <p className={styles['quiet']}>{t('console.decide.again.hint')}</p>
        </div>
      )}
      {step === 'choose' && (
        <div className={panelStyles['actions']}>
          <Button look="primary" size="small" isDisabled={action.isPending} onPress={() => decide(DOCUMENT_STATES.accepted, null)}>
            <Check size={16} aria-hidden />
            {t('console.decide.accept')}
          </Button>
          <Button size="small" onPress={() => setStep('refuse')}>
            <X size={16} aria-hidden />
            {`${t('console.decide.refuse')}…`}
          </Button>
        </div>
      )}
      {step === 'refuse' && <Refusal isPending={action.isPending} onRefuse={refuse} onCancel={() => setStep('choose')} />}
      <ActionFault error={action.error} />
    </section>
  );
}

type RefusalProps = { readonly isPending: boolean; readonly onRefuse: (reason: string) => void; readonly onCancel: () => void };

function Refusal({ isPending, onRefuse, onCancel }: RefusalProps) {
  const { t } = useI18n();
  const [reason, setReason] = useState('');
  const form = useRef<HTMLDivElement>(null);
  // The pressed button is gone; the user types here next.
  useEffect(() => form.current?.querySelector('textarea')?.focus(), []);
  return (
    <div ref={form} className={panelStyles['form']}>
      <TextField lines="many" label={t('console.reason')} hint={t('console.reason.hint')} value={reason} onChange={setReason} />
      <div className={panelStyles['actions']}>
        <Button look="primary" size="small" isDisabled={isPending} onPress={() => onRefuse(reason)}>
          {t('console.decide.refuse')}
        </Button>
        <Button size="small" onPress={onCancel}>
          {t('console.cancel')}
        </Button>
      </div>
      <fieldset className={panelStyles['suggestions']} aria-label={t('console.reason.suggested')}>
        {(['french', 'english'] as const).map((language) => (
          <div key={language}>
            <p className={look['heading']}>{t(`console.reason.${language}`)}</p>
            <ul className={styles['stack']} lang={language === 'french' ? 'fr' : 'en'}>
              {SUGGESTED_REASONS[language].map((text) => (
                <li key={text}>
                  <Button look="quiet" size="small" onPress={() => setReason(text)}>
                    {text}
                  </Button>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </fieldset>
    </div>
  );
}

/** Reasons as an accountant writes them. To the app a reason is foreign text, in a language of its own. */
const SUGGESTED_REASONS = {
  french: [
    'Document illisible : merci de le numériser à nouveau.',
    'La TVA n’apparaît pas sur la facture.',
    'Ce document a déjà été transmis.',
    'Le nom de votre société ne figure pas sur la facture.',
  ],
  english: ['The document cannot be read: please scan it again.', 'The invoice does not show any VAT.', 'This document was sent before.'],
} as const;
