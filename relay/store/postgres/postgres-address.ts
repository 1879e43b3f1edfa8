import { Client, type ClientConfig } from 'pg';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { codeOf } from '#shared/node/code-of.ts';
import { readText } from '../../read-text-file.ts';

export type PostgresAddress = {
  /** What pg connects by, for the pool and for the connection that listens. */
  readonly connection: Pick<ClientConfig, 'connectionString' | 'ssl' | 'sslnegotiation'>;
  /** Nothing that is written to it leaves this machine. */
  readonly isLocal: boolean;
  /** The server's certificate and its name are verified on every connection. */
  readonly isVerified: boolean;
};

const LOCAL_HOSTS: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost']);
/** libpq's names in an address for what Node's TLS calls otherwise. */
const FILES = { sslrootcert: 'ca', sslcert: 'cert', sslkey: 'key' } as const;

/**
 * Reads an address as libpq writes it. `sslmode=verify-full` is made a TLS setting of our own: what pg makes of it leaves `rejectUnauthorized`
 * out, so that NODE_TLS_REJECT_UNAUTHORIZED=0 would have it believe any server. The failure is for a person and repeats nothing of the address.
 */
export function postgresAddress(url: string): Result<PostgresAddress, string> {
  const { query, withoutTls } = parted(url);
  const host = hostOf(withoutTls);
  if (!host.ok) return host;
  const isLocal = host.value.startsWith('/') || LOCAL_HOSTS.has(host.value.toLowerCase());
  const modes = query.getAll('sslmode');
  // Said twice, it is not plain which one the operator meant.
  if (modes.join() !== 'verify-full') return ok({ connection: { connectionString: url }, isLocal, isVerified: false });
  const files = filesOf(query);
  if (!files.ok) return files;
  const connection = {
    connectionString: withoutTls,
    ssl: { rejectUnauthorized: true, ...files.value },
    ...(query.get('sslnegotiation') === 'direct' ? { sslnegotiation: 'direct' as const } : {}),
  };
  return ok({ connection, isLocal, isVerified: true });
}

/** Whether a password stands in the address itself. */
export function holdsPassword(url: string): boolean {
  return /^\w+:\/\/[^/?#]*:[^/?#]+@/.test(url) || (parted(url).query.get('password') ?? '') !== '';
}

/** What is in the address about TLS would win over our own setting. */
function parted(url: string): { readonly query: URLSearchParams; readonly withoutTls: string } {
  const [before = '', ...rest] = url.split('?');
  const pairs = rest.join('?').split('&');
  const others = pairs.filter((pair) => ![...new URLSearchParams(pair).keys()].some((name) => /^(ssl|uselibpqcompat$)/.test(name)));
  return { query: new URLSearchParams(rest.join('?')), withoutTls: others.join('') === '' ? before : `${before}?${others.join('&')}` };
}

/** Where pg goes: it also reads `host=` and PGHOST, so it is asked and not imitated. Nothing is connected to. */
function hostOf(withoutTls: string): Result<string, string> {
  try {
    return ok(new Client({ connectionString: withoutTls, ssl: true }).host);
  } catch (error) {
    if (codeOf(error) !== 'ERR_INVALID_URL') throw error;
    return fail('cannot be read as an address; what is no letter and no digit in a password is written as %2F and the like');
  }
}

function filesOf(query: URLSearchParams): Result<{ ca?: string; cert?: string; key?: string }, string> {
  const read: { ca?: string; cert?: string; key?: string } = {};
  for (const [name, option] of Object.entries(FILES)) {
    const file = query.get(name);
    if (file === null || file === '') continue;
    const text = readText(file);
    if (!text.ok) return fail(`the file that its ${name} names cannot be read (${text.failure})`);
    read[option] = text.value;
  }
  return ok(read);
}
