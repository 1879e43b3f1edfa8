import type { proof as en } from '../../en/document/proof.ts';
import type { French } from '../../french.ts';

export const proof: French<typeof en> = {
  'proof.title': 'Ce qu’Intray peut prouver au sujet de {{name}}',
  'proof.made': 'Établi le {{moment}} par {{program}}. Toutes les heures sont en UTC.',
  'proof.document': '1. Le document',
  'proof.company': 'Entreprise : {{name}}',
  'proof.type': 'Envoyé comme : {{type}}',
  'proof.found': 'Trouvé par cet ordinateur le {{moment}}.',
  'proof.file-is': 'Le fichier de l’utilisateur : {{bytes, number}} octets, SHA-256 {{sha256}}.',
  'proof.file-here': 'Il se trouve dans cette preuve sous {{member}} : Intray a comparé son empreinte en établissant la preuve.',
  'proof.file-missing': 'Il ne se trouve pas dans cette preuve ({{why}}) ; il n’en reste ici que l’empreinte.',
  'proof.why.never-seen': 'cet ordinateur ne l’a jamais vu',
  'proof.why.joined': 'le document réunit plusieurs images',
  'proof.why.gone': 'le fichier n’est plus à sa place',
  'proof.why.changed': 'le fichier a été modifié depuis',
  'proof.why.in-cloud': 'son contenu n’est plus que dans le nuage',
  'proof.why.too-large': 'il est trop volumineux pour une preuve',
  'proof.why.not-kept': 'Intray ne conserve pas ce qu’il a produit, et ne peut pas le produire à nouveau',
  'proof.why.other': 'il n’a pas pu être lu',
  'proof.joined': 'Il réunit des images dont voici les empreintes, dans l’ordre : {{list}}',
  'proof.sent-file': 'Le fichier a été envoyé tel quel.',
  'proof.sent-unknown': 'Un autre ordinateur ou une installation antérieure l’a envoyé. On ignore ici si c’était exactement ce fichier.',
  'proof.sent-version':
    'Ce qui a été envoyé est une version produite par Intray à partir du fichier, avec {{program}} : {{bytes, number}} octets, SHA-256 {{sha256}}.',
  'proof.version-here': 'Cette version se trouve dans cette preuve sous {{member}}.',
  'proof.version-missing':
    'Cette version ne se trouve pas dans cette preuve ({{why}}). Le fichier qui s’y trouve, s’il y en a un, n’est pas ce qui a été envoyé.',
  'proof.sendings': '2. Ce qui a été envoyé, et quand, d’après les notes de cet ordinateur',
  'proof.sending': 'Référence {{reference}}, numéro de document {{number}}',
  'proof.no-number': '(aucun n’a été reçu)',
  'proof.no-attempts':
    'Le moment des tentatives et le formulaire n’ont pas été conservés : un autre ordinateur ou une version antérieure d’Intray l’a envoyé.',
  'proof.attempt':
    'Tentative {{n}} : envoyé le {{moment}} sous le nom « {{name}} », adresse e-mail {{email}}, note {{comment}} ; SHA-256 de ce qui a été envoyé : {{sha256}}',
  'proof.none': '(aucune)',
  'proof.answer': 'Le service d’import a répondu le {{moment}} avec le statut {{status}} : {{body}}',
  'proof.no-answer': 'Aucune réponse du service d’import n’est parvenue à cet ordinateur.',
  'proof.received': 'Reçu par le service d’import, pour autant que cet ordinateur le sache, le {{moment}}.',
  'proof.accepted': 'Accepté le {{moment}}.',
  'proof.refused': 'Refusé le {{moment}}. Motif : {{reason}}',
  'proof.taken': 'Rien ne prouve ce résultat : un utilisateur de cet ordinateur l’a retenu comme tel le {{moment}}.',
  'proof.pending': 'Pas encore de résultat.',
  'proof.webhooks': '3. Ce que le service d’import a signé',
  'proof.no-webhooks': 'Rien : aucun message du service d’import au sujet de ce document n’a été lu ici.',
  'proof.webhook':
    'Message {{id}} du {{time}} : le document {{number}} est « {{state}} ». Le serveur d’Intray l’a reçu le {{moment}}. Texte et signature : {{body}}, {{jwt}}. Cet ordinateur a vérifié la signature avec la clé {{key}}.',
  'proof.webhook-unproven':
    'Message {{id}} du {{time}} : le document {{number}} est « {{state}} ». Il est signé avec une clé que cet ordinateur n’a jamais lue auprès du service d’import : il ne prouve rien. Texte et signature : {{body}}, {{jwt}}.',
  'proof.webhook-deleted':
    'Message {{id}}, reçu par le serveur d’Intray le {{moment}} : son texte et sa signature ne sont plus conservés ici.',
  'proof.key': 'La clé {{thumbprint}} (RFC 7638), nommée « {{kid}} », a été lue pour la première fois à l’adresse {{url}} le {{moment}}.',
  'proof.key-distrusted': 'Le gestionnaire du serveur d’Intray a déclaré cette clé indigne de confiance le {{moment}}.',
  'proof.meaning': '4. Ce que cela prouve, et ce que cela ne prouve pas',
  'proof.means.signed':
    'Avec la clé publique du service d’import, chaque message signé prouve que le service a écrit exactement cela : numéro, référence, résultat, motif et heure.',
  'proof.means.reference':
    'La référence est calculée à partir de l’empreinte du fichier de l’utilisateur, de la connexion et du type de document. Un message signé portant cette référence parle donc de ce fichier, et d’aucun autre.',
  'proof.means.key':
    'Ce fichier seul ne prouve pas à qui appartient la clé. Comparez son empreinte avec les clés que le service d’import publie, ou demandez au service.',
  'proof.means.said':
    'Toute la partie 2, et d’abord les heures, est ce que cet ordinateur a noté. Personne d’autre ne l’a signé, et son horloge a pu être fausse. Rien ne prouve non plus quels octets sont parvenus au service.',
  'proof.means.check': 'Pour vérifier : node verify.mjs FICHIER.zip --jwks ADRESSE (docs/proof dans les sources d’Intray).',
};
