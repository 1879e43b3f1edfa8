import { randomUUID } from 'node:crypto';
import {
  answering,
  bytesOf,
  type Json,
  jsonOf,
  type Mutant,
  received,
  textOf,
  withHeader,
  withMembers,
  withStatus,
} from './mutated-service.ts';

const TOKEN = { path: /\/oauth2\/token$/ };
const HEALTH = { path: /\/health$/ };
const STATUS = { path: /\/integrations\/[^/]+$/ };
const IMPORTS = { path: /\/(purchase-invoices|sales-invoices|entries)$/ };
const KEYS = { path: /jwks\.json$/ };
const DUPLICATE = { ...IMPORTS, status: 409 };

const aToken = () => ({
  status: 200,
  headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  body: bytesOf({ token_type: 'Bearer', expires_in: 3600, access_token: 'made-up' }),
});

const token: readonly Mutant[] = [
  {
    name: 'calls the token type MAC',
    caughtBy: ['token/token-type'],
    ...answering({ ...TOKEN, status: 200 }, withMembers({ token_type: 'MAC' })),
  },
  {
    name: 'writes expires_in as text',
    caughtBy: ['token/expires-in-number'],
    ...answering({ ...TOKEN, status: 200 }, withMembers({ expires_in: '3600' })),
  },
  {
    name: 'gives tokens of two hours',
    caughtBy: ['limits/token-life'],
    ...answering({ ...TOKEN, status: 200 }, withMembers({ expires_in: 7_200 })),
  },
  {
    name: 'gives a token with a space',
    caughtBy: ['token/access-token-fits-header'],
    ...answering({ ...TOKEN, status: 200 }, withMembers({ access_token: 'a b' })),
  },
  {
    name: 'lets tokens be stored on the way',
    caughtBy: ['token/not-stored'],
    ...answering({ ...TOKEN, status: 200 }, withHeader('cache-control', undefined)),
  },
  {
    name: 'answers with a token in HTML',
    caughtBy: ['token/json'],
    ...answering({ ...TOKEN, status: 200 }, withHeader('content-type', 'text/html')),
  },
  {
    name: 'gives anybody a token',
    caughtBy: ['token/unknown-client', 'token/wrong-client-secret'],
    ...answering({ ...TOKEN, status: 401 }, aToken),
  },
  {
    name: 'gives a token for any grant',
    caughtBy: ['token/other-grant-type', 'token/no-grant-type'],
    ...answering({ ...TOKEN, status: 400 }, aToken),
  },
  { name: 'gives a token to a GET', caughtBy: ['token/get'], ...answering({ ...TOKEN, method: 'GET' }, aToken) },
];

const access: readonly Mutant[] = [
  { name: 'answers health with 200', caughtBy: ['health/no-content'], ...answering({ ...HEALTH, status: 204 }, withStatus(200)) },
  {
    name: 'gives health a content type',
    caughtBy: ['health/no-content-type'],
    ...answering({ ...HEALTH, status: 204 }, withHeader('content-type', 'application/json')),
  },
  {
    name: 'believes any token at health',
    caughtBy: ['health/without-token', 'health/wrong-token'],
    ...answering({ ...HEALTH, status: 401 }, withStatus(204)),
  },
  { name: 'answers 403 for 401 at health', caughtBy: ['health/without-token'], ...answering({ ...HEALTH, status: 401 }, withStatus(403)) },
  {
    name: 'wants no scheme in its 401',
    caughtBy: ['health/challenge'],
    ...answering({ status: 401 }, withHeader('www-authenticate', undefined)),
  },
  {
    name: 'imports without a good secret',
    caughtBy: ['auth/entries-no-secret', 'auth/purchase-invoices-wrong-secret'],
    ...answering({ ...IMPORTS, status: 401 }, received),
  },
  {
    name: 'calls every integration valid',
    caughtBy: ['status/unknown', 'status/no-uuid', 'status/revoked'],
    ...answering({ ...STATUS, method: 'GET', status: 401 }, withStatus(200)),
  },
  { name: 'calls no integration valid', caughtBy: ['status/valid'], ...answering({ ...STATUS, status: 200 }, withStatus(404)) },
  {
    name: 'tells a 401 as plain JSON',
    caughtBy: ['auth/entries-no-token', 'errors/401-has-no-code'],
    ...answering({ ...IMPORTS, status: 401 }, withHeader('content-type', 'application/json')),
  },
  {
    name: 'gives a 401 the code of bad data',
    caughtBy: ['errors/401-has-no-code'],
    ...answering({ status: 401 }, withMembers({ errorCode: 'VALIDATION_ERROR' })),
  },
  {
    name: 'answers an unknown route in HTML',
    caughtBy: ['errors/unknown-route'],
    ...answering({ status: 404 }, withHeader('content-type', 'text/html')),
  },
];

/** An integration that was active once is active for ever. */
function believing(): Mutant {
  const known = new Set<string>();
  return {
    name: 'imports for a revoked integration that has imported before',
    caughtBy: ['states/revoked-after-use-purchase-invoices', 'states/revoked-after-use-entries'],
    answers: (answer, request) => {
      const { pathname } = new URL(request.url);
      if (!IMPORTS.path.test(pathname)) return answer;
      const integration = pathname.split('/').at(-2) ?? '';
      if (answer.status === 200) known.add(integration);
      return answer.status === 401 && known.has(integration) ? received() : answer;
    },
  };
}

const imports: readonly Mutant[] = [
  {
    name: 'answers an import with 201',
    caughtBy: ['purchase-invoices/received', 'entries/entries-alone'],
    ...answering({ ...IMPORTS, status: 200 }, withStatus(201)),
  },
  {
    name: 'gives documentId as a number',
    caughtBy: ['sales-invoices/received'],
    ...answering({ ...IMPORTS, status: 200 }, withMembers({ documentId: 12 })),
  },
  {
    name: 'calls documentId document_id',
    caughtBy: ['purchase-invoices/received'],
    ...answering(
      { ...IMPORTS, status: 200 },
      withMembers(({ documentId }) => ({ document_id: documentId, documentId: undefined })),
    ),
  },
  {
    name: 'gives every document the same id',
    caughtBy: ['document/entries-id', 'document/purchase-invoices-without-reference'],
    ...answering({ ...IMPORTS, status: 200 }, received),
  },
  {
    name: 'answers an import in text',
    caughtBy: ['purchase-invoices/received'],
    ...answering({ ...IMPORTS, status: 200 }, withHeader('content-type', 'text/plain')),
  },
  {
    name: 'answers bad data with 422',
    caughtBy: ['purchase-invoices/no-file', 'entries/no-entries'],
    ...answering({ ...IMPORTS, status: 400 }, withStatus(422)),
  },
  {
    name: 'gives bad data no errorCode',
    caughtBy: ['structure/no-date', 'errors/invalid-before-duplicate'],
    ...answering({ ...IMPORTS, status: 400 }, withMembers({ errorCode: undefined })),
  },
  {
    name: 'writes errorCode in lower case',
    caughtBy: ['errors/duplicate'],
    ...answering(
      DUPLICATE,
      withMembers(({ errorCode }) => ({ errorCode: String(errorCode).toLowerCase() })),
    ),
  },
  {
    name: 'tells errors as plain JSON',
    caughtBy: ['structure/no-date', 'errors/duplicate'],
    ...answering(IMPORTS, (answer) => (answer.status < 400 ? answer : withHeader('content-type', 'application/json')(answer))),
  },
  { name: 'takes a reference twice', caughtBy: ['document/entries-unique', 'document/at-once'], ...answering(DUPLICATE, received) },
  { name: 'answers a known reference with 400', caughtBy: ['errors/duplicate'], ...answering(DUPLICATE, withStatus(400)) },
  {
    name: 'does not say which document has the reference',
    caughtBy: ['errors/duplicate-document-id'],
    ...answering(DUPLICATE, withMembers({ documentId: undefined })),
  },
  {
    name: 'names another document for the reference',
    caughtBy: ['document/entries-unique'],
    ...answering(
      DUPLICATE,
      withMembers(() => ({ documentId: randomUUID() })),
    ),
  },
  {
    name: 'does not say when the first one came',
    caughtBy: ['errors/duplicate-deposit-date'],
    ...answering(DUPLICATE, withMembers({ depositDate: undefined })),
  },
  {
    name: 'writes depositDate in seconds',
    caughtBy: ['errors/duplicate-deposit-date'],
    ...answering(DUPLICATE, withMembers({ depositDate: 1_795_000_000 })),
  },
  {
    name: 'says as depositDate a day that is not',
    caughtBy: ['errors/duplicate-deposit-date'],
    ...answering(DUPLICATE, withMembers({ depositDate: '2026-02-30T25:00:00Z' })),
  },
  { name: 'moves depositDate with each try', caughtBy: ['errors/duplicate-keeps-date'], ...moving() },
  { name: 'compares references without case', caughtBy: ['document/purchase-invoices-case', 'document/entries-case'], ...lowering() },
  {
    name: 'answers a closed company with 401',
    caughtBy: ['errors/entries-SMB_CLOSED', 'states/closed-CPA_CLOSED'],
    ...closed(withStatus(401)),
  },
  {
    name: 'answers a closed company as bad data',
    caughtBy: ['errors/purchase-invoices-SMB_NOTFOUND'],
    ...closed(withMembers({ errorCode: 'VALIDATION_ERROR' })),
  },
  {
    name: 'gives no reason after a closure',
    caughtBy: ['errors/later-SMB_CLOSED', 'errors/later-CPA_CLOSED'],
    ...answering({ status: 401 }, withMembers({ detail: 'Unauthorized' })),
  },
  believing(),
];

function moving(): Pick<Mutant, 'answers'> {
  let tries = 0;
  return answering(
    DUPLICATE,
    withMembers(() => ({ depositDate: new Date(Date.UTC(2026, 0) + (tries += 1) * 1_000).toISOString() })),
  );
}

function lowering(): Pick<Mutant, 'arrives'> {
  return {
    arrives: (request) => {
      if (!IMPORTS.path.test(new URL(request.url).pathname)) return null;
      const text = textOf(request).replace(
        /(externalReference"(?::"|\r\n\r\n))([^"\r]+)/,
        (_, before: string, reference: string) => before + reference.toLowerCase(),
      );
      return { ...request, body: [Buffer.from(text, 'latin1')] };
    },
  };
}

const isClosing = (body: Json): boolean => /^(SMB|CPA)_/.test(String(body['errorCode']));

function closed(change: Parameters<typeof answering>[1]): Pick<Mutant, 'answers'> {
  return answering({ ...IMPORTS, status: 400 }, (answer) => (isClosing(jsonOf(answer.body)) ? change(answer) : answer));
}

type Key = Record<string, unknown>;
const keySet = (change: (keys: readonly Key[]) => readonly Key[]) =>
  answering(
    { ...KEYS, status: 200 },
    withMembers(({ keys }) => ({ keys: change(keys as readonly Key[]) })),
  );
const eachKey = (change: Json) => keySet((keys) => keys.map((key) => ({ ...key, ...change })));

const keys: readonly Mutant[] = [
  { name: 'publishes keys without kid', caughtBy: ['keys/kid'], ...eachKey({ kid: undefined }) },
  { name: 'publishes two keys of one kid', caughtBy: ['keys/kid-unique'], ...keySet((all) => [...all, ...all]) },
  { name: 'publishes a private exponent', caughtBy: ['keys/public'], ...eachKey({ d: 'AQAB' }) },
  { name: 'publishes keys of another kind', caughtBy: ['keys/rsa'], ...eachKey({ kty: 'EC' }) },
  { name: 'publishes keys for RS256', caughtBy: ['keys/alg'], ...eachKey({ alg: 'RS256' }) },
  { name: 'publishes keys for encryption', caughtBy: ['keys/use'], ...eachKey({ use: 'enc' }) },
  {
    name: 'publishes keys of 512 bits',
    caughtBy: ['keys/long-enough'],
    ...keySet((all) => all.map((key) => ({ ...key, n: String(key['n']).slice(0, 86) }))),
  },
  { name: 'publishes no key', caughtBy: ['keys/set'], ...keySet(() => []) },
  { name: 'publishes keys as text', caughtBy: ['keys/json'], ...answering(KEYS, withHeader('content-type', 'text/plain')) },
  {
    name: 'names its keys anew at each question',
    caughtBy: ['keys/stable'],
    ...keySet((all) => all.map((key) => ({ ...key, kid: randomUUID() }))),
  },
];

/** Answers that deviate from the document. */
export const answersOtherwise: readonly Mutant[] = [...token, ...access, ...imports, ...keys];
