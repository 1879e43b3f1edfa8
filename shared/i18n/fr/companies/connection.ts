import type { connection as en } from '../../en/companies/connection.ts';
import type { French } from '../../french.ts';

export const connection: French<typeof en> = {
  'connection.active': 'Connectée',
  'connection.active.seen': 'Dernier contact {{age}}',
  'connection.checking.unknown': 'Le service ne répond pas clairement',
  'connection.checking.unknown.text': 'Intray redemande régulièrement. Vos documents attendent ; vous n’avez rien à faire.',
  'connection.checking.credentials': 'Vos identifiants client ne sont pas acceptés',
  'connection.checking.credentials.text':
    'Vérifiez l’identifiant et le secret client dans les réglages, sous « Connexion ». Rien n’est perdu.',
  'connection.checking.partner': 'Le service refuse Intray lui-même',
  'connection.checking.partner.text':
    'Cela concerne Intray, pas vous : rien à faire de votre côté. Vos documents attendent et partiront dès que possible.',
  'connection.checking.secrets': 'Le trousseau ne s’ouvre pas',
  'connection.checking.secrets.text': 'Déverrouillez le trousseau de cet ordinateur. Vos documents attendent.',
  'connection.paused': 'En pause, à votre demande',
  'connection.paused.text': 'Depuis le {{moment}}. Les nouveaux scans sont gardés et partiront à la reprise.',
  'connection.invalid': 'N’est plus connectée',
  'connection.invalid.SMB_CLOSED':
    'Le service indique que le dossier de cette société est clos. Demandez à votre comptable, puis reconnectez. Vos documents attendent.',
  'connection.invalid.SMB_NOTFOUND':
    'Le service ne connaît plus cette société. Demandez à votre comptable, puis reconnectez. Vos documents attendent.',
  'connection.invalid.CPA_CLOSED':
    'Le service indique que le compte de votre comptable est clos. Demandez-lui, puis reconnectez. Vos documents attendent.',
  'connection.invalid.revoked':
    'Votre comptable a mis fin à cette connexion. Demandez un nouvel identifiant et un nouveau secret, puis reconnectez. Vos documents attendent.',
  'connection.invalid.no-secret':
    'Cet ordinateur a perdu le secret de cette connexion. Collez l’identifiant et le secret pour reconnecter. Vos documents attendent, et aucun n’est envoyé deux fois.',
  'connection.invalid.wrong-secret': 'Le secret n’est plus le bon. Collez le secret actuel pour reconnecter. Vos documents attendent.',
  'connection.invalid.unknown':
    'Le service n’accepte plus cette connexion et ne dit pas pourquoi. Demandez à votre comptable, puis reconnectez. Vos documents attendent.',
};
