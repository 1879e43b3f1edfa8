import type { connection as en } from '../../en/companies/connection.ts';
import type { French } from '../../french.ts';

export const connection: French<typeof en> = {
  'connection.active': 'Connexion établie',
  'connection.active.seen': 'Dernier contact {{age}}',
  'connection.checking.unknown': 'Le service d’import ne répond pas clairement',
  'connection.checking.unknown.text': 'Intray redemande régulièrement. Vos documents attendent ; vous n’avez rien à faire.',
  'connection.checking.credentials': 'L’accès propre à votre cabinet n’est pas accepté',
  'connection.checking.credentials.text': 'Vérifiez son identifiant et son secret dans les réglages, sous « Connexion ». Rien n’est perdu.',
  'connection.checking.partner': 'L’accès d’Intray est bloqué côté service d’import',
  'connection.checking.partner.text':
    'Cela concerne Intray, pas vous : rien à faire de votre côté. Vos documents attendent et partiront dès que possible.',
  'connection.checking.secrets': 'Son secret ne peut pas être lu pour l’instant',
  'connection.checking.secrets.text':
    'Si le trousseau de cet ordinateur est verrouillé, déverrouillez-le ; sinon, l’accueil dit que faire. Vos documents attendent.',
  'connection.paused': 'En pause, à votre demande',
  'connection.paused.text': 'Depuis le {{moment}}. Les nouveaux scans sont gardés et partiront à la reprise.',
  'connection.invalid': 'Connexion interrompue',
  'connection.invalid.SMB_CLOSED':
    'Le service d’import indique que le dossier de cette société est clôturé. Demandez à votre comptable, puis reconnectez. Vos documents attendent.',
  'connection.invalid.SMB_NOTFOUND':
    'Le service d’import ne connaît plus cette société. Demandez à votre comptable, puis reconnectez. Vos documents attendent.',
  'connection.invalid.CPA_CLOSED':
    'Le service d’import indique que le compte de votre comptable est clôturé. Demandez-lui, puis reconnectez. Vos documents attendent.',
  'connection.invalid.revoked':
    'La connexion a pris fin. Demandez à votre comptable un nouvel identifiant et un nouveau secret, puis reconnectez. Vos documents attendent.',
  'connection.invalid.no-secret':
    'Cet ordinateur a perdu le secret de cette connexion. Collez l’identifiant et le secret pour reconnecter. Vos documents attendent, et aucun n’est envoyé deux fois.',
  'connection.invalid.wrong-secret': 'Le secret n’est plus le bon. Collez le secret actuel pour reconnecter. Vos documents attendent.',
  'connection.invalid.unknown':
    'Le service d’import n’accepte plus cette connexion et ne dit pas pourquoi. Demandez à votre comptable, puis reconnectez. Vos documents attendent.',
};
