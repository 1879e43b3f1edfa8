import process from 'node:process';
import type { AppHandlers } from '#shared/app-api/handlers.ts';
import type { ItemDetail } from '#shared/app-api/views.ts';
import { MEDIA_TYPES } from '#shared/contract/media-types.ts';
import type { Company } from '#shared/domain/company.ts';
import type { Folder } from '#shared/domain/folder/folder.ts';
import type { ItemId } from '#shared/domain/ids.ts';
import { isWindowsName } from '#shared/lib/file-names.ts';
import type { EngineDeps } from './engine.ts';
import type { MailOpened, WriteMail } from '#shared/app-api/write-mail.ts';
import type { Item } from '#shared/domain/item/item.ts';
import { mailLink } from '#shared/lib/mail-link.ts';

export type OpenInSystemDeps = Pick<EngineDeps, 'open' | 'reveal' | 'writeMail'> & {
  readonly detail: (itemId: ItemId) => ItemDetail | null;
  readonly folders: () => readonly Folder[];
  readonly companies: () => readonly Company[];
};

/** Shows documents and folders in the viewer, file manager and mail program of the computer. */
export function openInSystem({ open = null, reveal, writeMail: openMail = null, detail, folders, companies }: OpenInSystemDeps) {
  return {
    items: {
      open: ({ itemId }) => {
        const found = detail(itemId);
        return showIfPossible(open, found === null ? undefined : openable(found));
      },
      reveal: ({ itemId }) =>
        showIfPossible(
          reveal,
          detail(itemId)?.places.find(({ present }) => present),
        ),
      writeMail: async ({ itemId, ...message }) => {
        const item = detail(itemId)?.item ?? null;
        return { opened: await writeMail({ item, companies: companies(), open: openMail }, message) };
      },
    },
    folders: {
      reveal: ({ folderId }) =>
        showIfPossible(
          reveal,
          folders().find(({ id }) => id === folderId),
        ),
    },
  } satisfies { items: Partial<AppHandlers['items']>; folders: Partial<AppHandlers['folders']> };
}

function showIfPossible(show: ((path: string) => void) | null, place: { readonly path: string } | undefined): { available: boolean } {
  if (show === null || place === undefined) return { available: false };
  show(place.path);
  return { available: true };
}

/**
 * A copy that the computer's own viewer would open as what it is. The system chooses a program by the file name's extension alone, so a
 * PDF named `.exe` would be run: such a file is only revealed in its folder. On Windows an alternate data stream does not qualify either.
 */
export function openable({ item, places }: ItemDetail, platform = process.platform): ItemDetail['places'][number] | undefined {
  const endings = endingsOf(item.mediaType);
  return places.find(
    ({ path, present }) =>
      present && endings.some((ending) => path.toLowerCase().endsWith(ending)) && (platform !== 'win32' || areNames(path)),
  );
}

/** After the drive letter, which has the only colon that a path may contain. */
function areNames(path: string): boolean {
  return path
    .replace(/^[a-z]:/i, '')
    .split(/[\\/]/)
    .every(isWindowsName);
}

function endingsOf(mediaType: string | null): readonly string[] {
  for (const [known, endings] of Object.entries(MEDIA_TYPES)) if (known === mediaType) return endings;
  return [];
}

type Deps = {
  readonly item: Item | null;
  readonly companies: readonly Company[];
  /** Null without a screen. */
  readonly open: ((href: string) => Promise<boolean>) | null;
};

/** Opens the mail program with a message about a document of ours, addressed to its company's contact and to nobody else. */
export async function writeMail({ item, companies, open }: Deps, { subject, body }: Omit<WriteMail, 'itemId'>): Promise<MailOpened> {
  if (open === null || item === null) return 'unavailable';
  const company = companies.find(({ id }) => id === item.companyId);
  const { href, isWhole } = mailLink({ to: company?.contact ?? null, subject, body });
  if (!(await open(href))) return 'unavailable';
  return isWhole ? 'whole' : 'bare';
}
