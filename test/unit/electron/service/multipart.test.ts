import { describe, expect, it } from 'vitest';
import { multipart } from '#electron/service/import-document.ts';
import { seededRandom } from '#test/support/seeded-random.ts';
import { bodyAtHand } from '#test/support/network/http-body.ts';

const bytes = Uint8Array.from({ length: 70_000 }, (_, at) => (at * 7) & 0xff);

describe('the form of an import', () => {
  it('is read by the platform as it was meant, byte by byte', async () => {
    const name = 'Facture été « n°1 » ".pdf';
    const made = multipart(
      {
        fields: [
          { name: 'filename', value: name },
          { name: 'externalReference', value: 'iy1abc00' },
        ],
        file: { bytes, mediaType: 'application/pdf' },
      },
      seededRandom(1),
    );
    const body = new Blob([bodyAtHand(made.parts)]);
    const form = await new Response(body, { headers: { 'content-type': made.contentType } }).formData();
    expect([...form.keys()]).toEqual(['filename', 'externalReference', 'file']);
    expect(form.get('filename')).toBe(name);
    const file = form.get('file') as File;
    expect(file.name).toBe('document.pdf');
    expect(file.type).toBe('application/pdf');
    expect(new Uint8Array(await file.arrayBuffer())).toEqual(bytes);
  });

  it('is these very bytes', () => {
    const made = multipart(
      { fields: [{ name: 'filename', value: 'a.png' }], file: { bytes: new Uint8Array([1, 2]), mediaType: 'image/png' } },
      seededRandom(1),
    );
    const boundary = made.contentType.replace('multipart/form-data; boundary=', '');
    expect(boundary).toMatch(/^intray-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    const [head, , tail] = made.parts.map((part) => bodyAtHand([part]).toString('utf8'));
    expect(head).toBe(
      `--${boundary}\r\nContent-Disposition: form-data; name="filename"\r\n\r\na.png\r\n` +
        `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="document.png"\r\nContent-Type: image/png\r\n\r\n`,
    );
    expect(tail).toBe(`\r\n--${boundary}--\r\n`);
  });

  it('carries the file itself and no copy of it', () => {
    const made = multipart({ fields: [], file: { bytes, mediaType: 'image/bmp' } }, seededRandom(1));
    expect(made.parts[1]).toBe(bytes);
  });

  it('has another boundary each time', () => {
    const random = seededRandom(1);
    const file = { bytes, mediaType: 'image/jpeg' };
    expect(multipart({ fields: [], file }, random).contentType).not.toBe(multipart({ fields: [], file }, random).contentType);
  });

  it('lets no media type into its header that is none', () => {
    const made = multipart({ fields: [], file: { bytes, mediaType: 'image/png\r\nX-Evil: 1' } }, seededRandom(1));
    const head = Buffer.from(made.parts[0]).toString('utf8');
    expect(head).not.toContain('Evil');
    expect(head).toContain('Content-Type: application/octet-stream\r\n');
  });
});
