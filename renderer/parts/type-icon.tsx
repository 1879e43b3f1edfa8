import { ShoppingBag, TableProperties, Tag } from 'lucide-react';
import type { Folder } from '#shared/domain/folder/folder.ts';

/** A bag for what was bought, a price tag for what was sold, rows for entries. Arrows would be read as download and upload. */
const ICONS = { 'purchase-invoices': ShoppingBag, 'sales-invoices': Tag, entries: TableProperties } as const;

type Props = {
  readonly type: Folder['importType'];
  readonly size?: number;
  readonly strokeWidth?: number;
  readonly className?: string | undefined;
};

/** Purchase, sale or entries as an icon; the word is beside it. */
export function TypeIcon({ type, size = 15, strokeWidth = 2, className }: Props) {
  const Icon = ICONS[type];
  return <Icon size={size} strokeWidth={strokeWidth} aria-hidden className={className} />;
}
