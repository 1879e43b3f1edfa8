import { frenchSpaces } from './french-spaces.ts';
import type { Language } from './language.ts';

const en = {
  title: 'Your Intray invitation',
  from: 'From',
  intro: 'Intray sends your documents to your accountant. This invitation connects this computer, once, and is good for one day.',
  open: 'Open in Intray',
  nothing: 'Nothing opens? Save the invitation file, and drop it onto the window of Intray:',
  save: 'Save the invitation file',
  paste: 'Or copy the link, and paste it in Intray:',
  link: 'Link of the invitation',
  copy: 'Copy the link',
  copied: 'Copied',
  'not-installed':
    'Intray is not on this computer yet? Install it first; the person who invited you knows where it is found. Then come back here.',
  'to-install': 'Intray is not on this computer yet? Install it first, then come back here.',
  get: 'Get Intray',
  unexpected: 'You did not expect an invitation? Close this page: nothing has been sent or used.',
  damaged: 'This link is not whole. Copy all of it from the message that you received, up to its last character.',
  'no-script':
    'Your browser runs no scripts here. Copy the whole address of this page, or the link in the message that you received, and paste it in Intray.',
  other: 'In English',
};

export type InvitationPageKey = keyof typeof en;

const fr: Record<InvitationPageKey, string> = {
  title: 'Votre invitation Intray',
  from: 'De la part de',
  intro:
    'Intray envoie vos documents à votre comptable. Cette invitation sert à connecter cet ordinateur, une seule fois ; elle est valable une journée.',
  open: 'Ouvrir dans Intray',
  nothing: 'Rien ne s’ouvre ? Enregistrez le fichier d’invitation, puis faites-le glisser sur la fenêtre d’Intray :',
  save: 'Enregistrer le fichier d’invitation',
  paste: 'Ou copiez le lien, puis collez-le dans Intray :',
  link: 'Lien de l’invitation',
  copy: 'Copier le lien',
  copied: 'Copié',
  'not-installed':
    'Intray n’est pas encore sur cet ordinateur ? Installez-le d’abord : la personne qui vous a invité sait où le trouver. Revenez ensuite ici.',
  'to-install': 'Intray n’est pas encore sur cet ordinateur ? Installez-le d’abord, puis revenez ici.',
  get: 'Télécharger Intray',
  unexpected: 'Vous n’attendiez pas d’invitation ? Fermez cette page : rien n’a été envoyé ni utilisé.',
  damaged: 'Ce lien est incomplet. Recopiez-le en entier depuis le message que vous avez reçu, jusqu’au dernier caractère.',
  'no-script':
    'Votre navigateur n’exécute pas de script ici. Copiez l’adresse complète de cette page, ou le lien du message que vous avez reçu, puis collez-la dans Intray.',
  other: 'En français',
};

/** The texts of the relay's page for an invitation. They are plain, without values, and not bundled into the app's window. */
export const INVITATION_PAGE: Readonly<Record<Language, Readonly<Record<InvitationPageKey, string>>>> = {
  en,
  fr: frenchSpaces(fr),
};
