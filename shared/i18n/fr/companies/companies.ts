import type { companies as en } from '../../en/companies/companies.ts';
import type { French } from '../../french.ts';

export const companies: French<typeof en> = {
  'companies.title': 'Sociétés',
  'companies.add': 'Ajouter une société',
  'companies.invitation': 'Ouvrir plutôt une invitation',
  'companies.actions': 'Actions pour {{name}}',
  'companies.check': 'Vérifier la connexion maintenant',
  'companies.pause': 'Mettre en pause',
  'companies.resume': 'Reprendre',
  'companies.remove': 'Retirer',
  'companies.removed': 'société retirée',
  'companies.remove.title': 'Retirer {{name}} d’Intray ?',
  'companies.remove.folders_one': '{{count, number}} dossier ne sera plus surveillé. Aucun fichier n’y est touché.',
  'companies.remove.folders_many': '{{count, number}} de dossiers ne seront plus surveillés. Aucun fichier n’y est touché.',
  'companies.remove.folders_other': '{{count, number}} dossiers ne seront plus surveillés. Aucun fichier n’y est touché.',
  'companies.remove.unsent_one': '{{count, number}} document pas encore envoyé ne le sera pas.',
  'companies.remove.unsent_many': '{{count, number}} de documents pas encore envoyés ne le seront pas.',
  'companies.remove.unsent_other': '{{count, number}} documents pas encore envoyés ne le seront pas.',
  'companies.remove.unanswered_one':
    '{{count, number}} document est encore sans réponse, et elle ne sera pas lue ici. Attendez-la, ou demandez à votre comptable.',
  'companies.remove.unanswered_many':
    '{{count, number}} de documents sont encore sans réponse, et elles ne seront pas lues ici. Attendez-les, ou demandez à votre comptable.',
  'companies.remove.unanswered_other':
    '{{count, number}} documents sont encore sans réponse, et elles ne seront pas lues ici. Attendez-les, ou demandez à votre comptable.',
  'companies.remove.history':
    'L’historique reste dans la liste. Si vous la reconnectez avec le même identifiant, Intray le reprend et n’envoie rien deux fois.',
  'companies.remove.forget': 'Effacer aussi ce que garde le serveur d’Intray',
  'companies.remove.forget-hint':
    'Vos autres ordinateurs, s’il y en a, ne reçoivent plus ses réponses. Au bout de 7 jours, le serveur efface tout ce qu’il garde pour cette société. Si vous la reconnectez avant, sur n’importe quel ordinateur, rien n’est perdu.',
  'companies.remove.secrets':
    'Son secret est effacé de cet ordinateur, et le serveur d’Intray oublie cet ordinateur pour elle. Si le serveur doit effacer ce qu’il garde, le secret reste jusqu’à ce qu’il l’ait confirmé.',
  'companies.reconnect': 'Reconnecter',
  'companies.change': 'Changer le nom et la couleur',
  'companies.change.title': 'Nom et couleur de {{name}}',
  'companies.change.no-name': 'Donnez-lui un nom, pour la distinguer des autres.',
  'companies.colour.blue': 'Bleu',
  'companies.colour.green': 'Vert',
  'companies.colour.amber': 'Ambre',
  'companies.colour.rose': 'Rose',
  'companies.colour.violet': 'Violet',
  'companies.colour.slate': 'Ardoise',
  'companies.computers': 'Ordinateurs…',
  'companies.figures.accepted': 'Acceptés ce mois-ci',
  'companies.figures.refused': 'Refusés ce mois-ci',
  'companies.figures.queue': 'À envoyer',
  'companies.former_one': '{{count, number}} ancienne connexion ; son historique est conservé.',
  'companies.former_many': '{{count, number}} anciennes connexions ; leur historique est conservé.',
  'companies.former_other': '{{count, number}} anciennes connexions ; leur historique est conservé.',
  'companies.why': 'Que se passe-t-il ?',
  'companies.set-up': 'Choisir les dossiers',
  'companies.sender': 'Adresse e-mail d’envoi de ses documents',
  'companies.sender.hint': 'Votre comptable la voit avec chaque document. Si elle est vide : l’adresse des réglages, {{address}}.',
  'companies.sender.hint.none':
    'Votre comptable la voit avec chaque document. Si elle est vide : l’adresse des réglages, où il n’y en a pas pour l’instant.',
  'companies.sender.accents':
    'Le service d’import peut refuser des lettres accentuées avant le @ : cette adresse ne peut pas être transmise. Écrivez-la sans accents.',
  'companies.sender.odd': 'Ce n’est pas une adresse e-mail. Exemple : bureau@exemple.fr',
  'companies.contact': 'Adresse e-mail de votre comptable',
  'companies.contact.hint': 'Pour les messages que vous écrivez d’ici au sujet d’un document. Facultative ; elle reste sur cet ordinateur.',
  'companies.contact.wrong': 'Cette adresse ne permet pas d’ouvrir un message. Exemple : cabinet@exemple.fr',
};
