import { useQuery } from '@tanstack/react-query';
import { ClipboardCopy, Download } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#shared/ui/parts/button.tsx';
import { copyText } from '#shared/ui/parts/copy-text.ts';
import { saveCopy } from '../../document/actions/save-copy.ts';
import { useEngine } from '../../link/engine.ts';
import { MoreAbout } from '../../parts/more-about.tsx';
import { useI18n } from '../../i18n/i18n.tsx';
import styles from '../settings.module.css';
import { SettingsPart } from '../settings-part.tsx';

/** The report for support: one button copies it, and it can be read first. */
export function ReportPart() {
  const { t } = useI18n();
  const { queries } = useEngine();
  const report = useQuery(queries.diagnostics.report.queryOptions()).data;
  const [told, setTold] = useState('');
  const text = report?.text ?? '';
  const save = useSave(text, setTold);
  const copy = async () => setTold(t((await copyText(text)) ? 'diagnostics.report.copied' : 'diagnostics.report.not-copied'));
  return (
    <SettingsPart title={t('diagnostics.report')}>
      <p className={styles['quiet']}>{t('diagnostics.report.text')}</p>
      <div className={styles['try']}>
        <Button look="primary" isDisabled={report === undefined} onPress={() => void copy()}>
          <ClipboardCopy size={17} aria-hidden />
          {t('diagnostics.report.copy')}
        </Button>
        <Button isDisabled={report === undefined} onPress={() => void save()}>
          <Download size={17} aria-hidden />
          {t('diagnostics.report.save')}
        </Button>
        <output>{told}</output>
      </div>
      <MoreAbout label={t('diagnostics.report.show')}>
        <textarea readOnly aria-label={t('diagnostics.report')} value={text} rows={14} lang="en" className={styles['report']} />
      </MoreAbout>
    </SettingsPart>
  );
}

/** The desktop app asks for a place and writes the file; a browser downloads it. */
function useSave(text: string, tell: (words: string) => void): () => Promise<void> {
  const { t } = useI18n();
  const { client, queries } = useEngine();
  const host = useQuery(queries.info.queryOptions()).data?.host;
  const kept = async () => {
    if (host === 'electron') return client.diagnostics.save();
    saveCopy(`Intray ${new Date().toISOString().slice(0, 10)}.txt`, new TextEncoder().encode(text));
    return { kept: true, code: null };
  };
  return async () => {
    const { kept: isKept, code } = await kept().catch(() => ({ kept: false, code: 'LINK' }));
    // Without a code, the person cancelled.
    if (isKept) tell(t('diagnostics.report.saved'));
    else tell(code === null ? '' : t('diagnostics.report.not-saved', { code }));
  };
}
