import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Pool } from 'undici';
import { FORM_FIELDS } from '#shared/contract/form-fields.ts';
import { API_KEY_HEADER } from '#shared/contract/routes.ts';
import { openDatabase } from '#shared/node/sqlite/open-database.ts';

/**
 * The minimum work to send each file once, and nothing else: read, hash, a durable row, send, a durable row. No watching, no inspection, no
 * private copy, no retries. `bare-loop.ts URL FOLDER AT-ONCE JOURNAL`.
 */
const [url = '', folder = '', atOnce = '4', journal = ''] = process.argv.slice(2);
const { origin, pathname } = new URL(url);
const pool = new Pool(origin, { connections: Number(atOnce) });
const database = openDatabase(journal);
database.exec('CREATE TABLE IF NOT EXISTS sent (reference TEXT PRIMARY KEY, document TEXT) STRICT');
const intend = database.prepare('INSERT INTO sent (reference) VALUES (?)');
const end = database.prepare('UPDATE sent SET document = ? WHERE reference = ?');
const names = readdirSync(folder).values();

await Promise.all(Array.from({ length: Number(atOnce) }, worker));
await pool.close();
database.close();

async function worker(): Promise<void> {
  for (const name of names) {
    const bytes = readFileSync(join(folder, name));
    const reference = createHash('sha256').update(bytes).digest('hex');
    intend.run(reference);
    const { body, boundary } = form(name, reference, bytes);
    const answer = await pool.request({
      method: 'POST',
      path: pathname,
      headers: {
        authorization: 'Bearer bench',
        [API_KEY_HEADER]: 'bench',
        'content-type': `multipart/form-data; boundary=${boundary}`,
      },
      body,
    });
    const { documentId } = (await answer.body.json()) as { readonly documentId: string };
    end.run(documentId, reference);
  }
}

function form(name: string, reference: string, bytes: Buffer): { readonly body: Buffer; readonly boundary: string } {
  const boundary = 'bare-loop';
  const field = (key: string, value: string) => `--${boundary}\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`;
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${FORM_FIELDS.file}"; filename="scan.pdf"\r\nContent-Type: application/pdf\r\n\r\n`;
  const texts = field(FORM_FIELDS.filename, name) + field(FORM_FIELDS.externalReference, reference) + head;
  return { boundary, body: Buffer.concat([Buffer.from(texts), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]) };
}
