import type { FolderPlace } from '#shared/app-api/folder-places.ts';
import { needsConsent } from '#shared/app-api/needs-consent.ts';
import { ConsentNote } from './consent-note.tsx';
import { ExistingFilesNote } from './existing-files-note.tsx';
import type { Taking } from './use-add-folder.ts';

type Props = {
  readonly place: FolderPlace;
  readonly isPending: boolean;
  readonly onTake: (taking: Taking) => void;
  /** The person chooses another folder instead. */
  readonly onOther: () => void;
  readonly onLeave: () => void;
};

/** Whether a chosen folder is asked about before it is watched. */
export function isAskedAbout(place: FolderPlace): boolean {
  return place.files > 0 || needsConsent(place);
}

/** What is asked about a chosen folder: whether it is really meant, or what should happen to the files in it. */
export function PlaceQuestion({ place, isPending, onTake, onOther, onLeave }: Props) {
  if (!needsConsent(place)) {
    return <ExistingFilesNote place={place} isPending={isPending} onTake={(existing) => onTake({ existing })} onLeave={onLeave} />;
  }
  return (
    <ConsentNote
      place={place}
      isPending={isPending}
      onTake={(subfolders) => onTake({ existing: 'ask', confirmed: true, subfolders })}
      onOther={onOther}
    />
  );
}
