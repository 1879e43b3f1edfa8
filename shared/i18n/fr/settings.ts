import type { settings as en } from '../en/settings.ts';
import type { French } from '../french.ts';

export const settings: French<typeof en> = {
  'settings.title': 'Réglages',
  'settings.general': 'Général',
  'settings.language': 'Langue',
  'settings.language.system': 'Comme le système',
  'settings.language.en': 'English',
  'settings.language.fr': 'Français',
  'settings.theme': 'Apparence',
  'settings.theme.system': 'Comme le système',
  'settings.theme.light': 'Claire',
  'settings.theme.dark': 'Sombre',
  'settings.notifications': 'Notifications',
  'settings.notifications.text':
    'Seulement pour ce qui a besoin de vous : un refus, un fichier qui ne peut pas partir, une question, une connexion perdue.',
  'settings.sending': 'Envoi',
  'settings.email': 'Votre adresse e-mail',
  'settings.email.text': 'Donnée à votre comptable avec chaque document. Laissez vide si vous ne le souhaitez pas.',
  'settings.email.odd': 'Cela ne ressemble pas à une adresse e-mail : elle n’est pas transmise. Vos documents, si.',
  'settings.parallel': 'Envois simultanés',
  'settings.parallel.text': 'Moins sur une connexion lente. De 1 à {{max, number}}.',
  'settings.parallel.fewer': 'Moins',
  'settings.parallel.more': 'Plus',
  'settings.installation': 'Installation',
  'settings.installation.text':
    'Où se trouvent le service et le relais. À ne changer que si on vous le demande ; ce qui a été envoyé reste connu.',
  'settings.installation.service': 'Service',
  'settings.installation.relay': 'Relais',
  'settings.installation.change': 'Changer la configuration',
  'settings.about': 'À propos',
  'settings.about.version': 'Version',
  'settings.about.runs': 'Fonctionne comme',
  'settings.about.electron': 'Application de bureau',
  'settings.about.headless': 'Programme sans fenêtre propre, vu dans un navigateur',
  'settings.not-saved': 'Ceci n’a pas pu être enregistré, et rien n’a été modifié. Réessayez.',
};
