import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PartnerView } from '#shared/app-api/invitation/invitation-views.ts';
import { HOUR_MS, plus, type WallMs } from '#shared/lib/duration.ts';
import { openView } from '#test/support/window/window-invitations.ts';
import type { StoryInvitation, WindowState } from '#test/support/window/window-state.ts';

/** What the relay of the stories names: itself for documents and secret, and the real service for the rest. */
export const NAMES_ITSELF = { documents: 'relay.example.com', signIn: 'login.real-service.example', keys: 'login.real-service.example' };

/** Who runs the relay, with a logo. */
export const STORY_PARTNER: PartnerView = {
  name: 'Exemple Éditeur SAS',
  logo: {
    mediaType: 'image/png',
    base64: readFileSync(join(import.meta.dirname, '../../../../build/icons/app/48x48.png')).toString('base64'),
  },
};

export type InvitationStories = {
  readonly now: WallMs;
  readonly link: string;
  /** Before the first company; the relay of the invitation is the one that this installation knows. */
  readonly before: () => WindowState;
};

/** One story for each thing that an invitation can turn out to be. */
export function invitationStories({ now, link, before }: InvitationStories) {
  const invited = (invitation: StoryInvitation) => (): WindowState => ({ ...before(), invitation });
  const usedBy = (by: string, who: 'namesake' | 'other') => invited({ view: { state: 'spent', at: plus(now, -3 * HOUR_MS), by, who } });
  return {
    'invitation without a secret': invited({ view: openView({ company: null, accountant: null, hasSecret: false }) }),
    'invitation of a relay that names itself': invited({ view: openView({ serviceHosts: NAMES_ITSELF, partner: STORY_PARTNER }) }),
    'invitation used': usedBy('PC-DE-PAUL', 'other'),
    'invitation used by a namesake': usedBy('PC-DE-ANNE', 'namesake'),
    'invitation begun': invited({ view: openView({ begun: 'secret' }), begun: [link] }),
  };
}
