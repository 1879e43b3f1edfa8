/**
 * The hosts of a service, each by what is there, in lower-case ASCII (punycode) and with their port where it is not that of https. `documents`:
 * documents and secrets go there · `signIn`: access tokens come from there · `keys`: the keys that prove results come from there.
 */
export type ServiceHosts = { readonly documents: string; readonly signIn: string; readonly keys: string };

/** A text of `shared/i18n`, with its values. `isOdd`: one of the hosts differs from all others. */
export type HostsSentence = {
  readonly isOdd: boolean;
  readonly key: `invitation.hosts.${'same' | 'documents' | 'sign-in' | 'keys' | 'each'}`;
  readonly values: { readonly host: string; readonly rest: string };
};

/**
 * Says which of a service's hosts differs from the others: by any character, since a name that only resembles another may be somebody else's. The
 * relay's host takes no part: it differs in most honest invitations, and a relay that names itself would give one of the three its equal.
 */
export function hostsSentence({ documents, signIn, keys }: ServiceHosts): HostsSentence {
  if (documents === signIn && signIn === keys)
    return { isOdd: false, key: 'invitation.hosts.same', values: { host: documents, rest: keys } };
  if (signIn === keys) return { isOdd: true, key: 'invitation.hosts.documents', values: { host: documents, rest: keys } };
  if (documents === keys) return { isOdd: true, key: 'invitation.hosts.sign-in', values: { host: signIn, rest: documents } };
  if (documents === signIn) return { isOdd: true, key: 'invitation.hosts.keys', values: { host: keys, rest: documents } };
  return { isOdd: true, key: 'invitation.hosts.each', values: { host: documents, rest: keys } };
}
