import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button } from '#shared/ui/parts/button.tsx';
import { useI18n } from '../i18n/i18n.tsx';
import styles from './preview.module.css';

type Props = { readonly page: number; readonly pages: number; readonly onPage: (page: number) => void };

export function PageButtons({ page, pages, onPage }: Props) {
  const { t } = useI18n();
  return (
    <fieldset className={styles['group']} aria-label={t('preview.pages')}>
      <Button look="icon" size="small" aria-label={t('preview.previous')} isDisabled={page <= 1} onPress={() => onPage(page - 1)}>
        <ChevronLeft size={18} aria-hidden />
      </Button>
      <output className={styles['number']}>{t('preview.page-of', { page, pages })}</output>
      <Button look="icon" size="small" aria-label={t('preview.next')} isDisabled={page >= pages} onPress={() => onPage(page + 1)}>
        <ChevronRight size={18} aria-hidden />
      </Button>
    </fieldset>
  );
}
