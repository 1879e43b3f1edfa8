import type { Item } from '#shared/domain/item/item.ts';
import { unreachable } from '#shared/lib/unreachable.ts';
import { explainProblem } from '../document/explain.ts';
import type { I18n } from '../i18n/i18n.tsx';
import type { WindowFault } from './hand-over.ts';
import type { Returned } from './upload-queue.ts';

/** Files that were not copied for the same reason: what is wrong, and the next step. */
export type UploadFaultCause = {
  readonly what: string;
  readonly next: string | null;
  readonly names: readonly string[];
  /** The document that already has this content, or null. */
  readonly itemId: Item['id'] | null;
};

export function causesOf(returned: readonly Returned[], i18n: I18n): readonly UploadFaultCause[] {
  const causes = new Map<string, UploadFaultCause>();
  for (const { given, fault } of returned) {
    const said = faultText(fault, i18n);
    const key = JSON.stringify(said);
    const before = causes.get(key);
    causes.set(key, { ...said, names: [...(before?.names ?? []), given.name] });
  }
  return [...causes.values()];
}

function faultText(fault: WindowFault, i18n: I18n): Omit<UploadFaultCause, 'names'> {
  const { t } = i18n;
  switch (fault.kind) {
    case 'unfit':
      return { ...textOf(explainProblem(fault.problem, i18n)), itemId: null };
    case 'known':
      return { what: t('upload.fault.known.what'), next: null, itemId: fault.itemId };
    case 'folder-away':
      return { what: t(`upload.fault.folder-away.${fault.state}.what`), next: t('upload.fault.folder-away.next'), itemId: null };
    case 'disk':
      return { what: t('upload.fault.disk.what', { code: fault.code }), next: t('upload.fault.disk.next'), itemId: null };
    case 'left-alone':
    case 'no-folder':
    case 'full':
    case 'no-name':
    case 'not-open':
    case 'broken':
    case 'busy':
    case 'a-folder':
    case 'unread':
    case 'no-answer':
      return { what: t(`upload.fault.${fault.kind}.what`), next: t(`upload.fault.${fault.kind}.next`), itemId: null };
    default:
      return unreachable(fault);
  }
}

function textOf({ what, next }: { readonly what: string; readonly next: string | null }) {
  return { what, next };
}
