import { Client, type ClientConfig } from 'pg';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { codeOf } from '#shared/node/code-of.ts';
import { STRICT_TLS } from '#shared/node/strict-tls.ts';
import { readText } from '../../read-text-file.ts';

export type PostgresAddress = {
  /** The settings with which pg connects, for the pool and for the listening connection. */
  readonly connection: Pick<ClientConfig, 'connectionString' | 'ssl' | 'sslnegotiation'>;
  /** Nothing written to it leaves this machine. */
  readonly isLocal: boolean;
  /** The server's certificate and its name are verified on every connection. */
  readonly isVerified: boolean;
};

const LOCAL_HOSTS: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost']);
/** libpq's names in an address, with the names that Node's TLS uses. */
const FILES = { sslrootcert: 'ca', sslcert: 'cert', sslkey: 'key' } as const;

/**
 * Reads an address in libpq's form. `sslmode=verify-full` becomes a TLS setting of our own: pg's would leave out `rejectUnauthorized`,
 * so that with NODE_TLS_REJECT_UNAUTHORIZED=0 it would trust any server. The failure is for a user and repeats nothing of the address.
 */
export function postgresAddress(url: string): Result<PostgresAddress, string> {
  const { query, withoutTls } = parted(url);
  const host = hostOf(withoutTls);
  if (!host.ok) return host;
  const isLocal = host.value.startsWith('/') || LOCAL_HOSTS.has(host.value.toLowerCase());
  const modes = query.getAll('sslmode');
  // If it is given twice, it is unclear which one the operator meant.
  if (modes.join() !== 'verify-full') return ok({ connection: { connectionString: url }, isLocal, isVerified: false });
  const files = filesOf(query);
  if (!files.ok) return files;
  const connection = {
    connectionString: withoutTls,
    ssl: { ...STRICT_TLS, ...files.value },
    ...(query.get('sslnegotiation') === 'direct' ? { sslnegotiation: 'direct' as const } : {}),
  };
  return ok({ connection, isLocal, isVerified: true });
}

/** Whether the address itself contains a password. */
export function holdsPassword(url: string): boolean {
  return /^\w+:\/\/[^/?#]*:[^/?#]+@/.test(url) || (parted(url).query.get('password') ?? '') !== '';
}

/** Separates the TLS parameters from the address, where they would override our own setting. */
function parted(url: string): { readonly query: URLSearchParams; readonly withoutTls: string } {
  const [before = '', ...rest] = url.split('?');
  const pairs = rest.join('?').split('&');
  const others = pairs.filter((pair) => ![...new URLSearchParams(pair).keys()].some((name) => /^(ssl|uselibpqcompat$)/.test(name)));
  return { query: new URLSearchParams(rest.join('?')), withoutTls: others.join('') === '' ? before : `${before}?${others.join('&')}` };
}

/** The host to which pg connects: it also reads `host=` and PGHOST, so pg itself is asked. This opens no connection. */
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
