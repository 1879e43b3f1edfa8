import type { ReactNode } from 'react';
import { DialogBox as Box } from '#shared/ui/parts/dialog-box.tsx';
import { useI18n } from '../i18n/i18n.tsx';

type Props = {
  readonly title: string;
  readonly role?: 'dialog' | 'alertdialog';
  readonly isWide?: boolean;
  readonly isForTable?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/** The shared dialog, with a close button labelled in the window's language. */
export function DialogBox(props: Props) {
  const { t } = useI18n();
  return <Box {...props} close={t('common.close')} />;
}
