import { deflateRawSync, crc32 } from 'node:zlib';

/** Small files of types that the service does not accept, each with the beginning of its format. */
export const FOREIGN: Readonly<Record<string, Buffer>> = {
  'scan-ancien.tiff': tiff(),
  'logo.gif': Buffer.from('R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=', 'base64'),
  'photo.webp': Buffer.from('UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAwA0JaQAA3AA/vuUAAA=', 'base64'),
  'photo-de-telephone.heic': Buffer.concat([box('ftyp', Buffer.from('heic\0\0\0\0mif1heic', 'latin1')), box('mdat', Buffer.alloc(64, 7))]),
  'facture-electronique.xml': Buffer.from(xml()),
  'factures-de-janvier.zip': zip('facture.txt', Buffer.from('Facture d’essai\n')),
  'lettre.docx': zip('[Content_Types].xml', Buffer.from('<?xml version="1.0"?><Types/>')),
  'a-lire.txt': Buffer.from('Les factures du mois sont dans l’armoire.\r\nMerci !\r\n'),
  'vide.pdf': Buffer.alloc(0),
};

/** One white pixel, little-endian. */
function tiff(): Buffer {
  const tags = [
    [256, 1],
    [257, 1],
    [258, 1],
    [259, 1],
    [262, 0],
    [273, 8],
    [278, 1],
    [279, 1],
  ];
  const file = Buffer.alloc(10 + 2 + tags.length * 12 + 4);
  file.write('II*\0', 0, 'latin1');
  file.writeUInt32LE(10, 4);
  file.writeUInt16LE(tags.length, 10);
  for (const [n, [tag = 0, value = 0]] of tags.entries()) {
    file.writeUInt16LE(tag, 12 + n * 12);
    file.writeUInt16LE(3, 14 + n * 12);
    file.writeUInt32LE(1, 16 + n * 12);
    file.writeUInt16LE(value, 20 + n * 12);
  }
  return file;
}

function box(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(8 + content.length);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, content]);
}

function xml(): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100">
  <rsm:ExchangedDocument><ID>2026-031</ID></rsm:ExchangedDocument>
</rsm:CrossIndustryInvoice>
`;
}

/** An archive with one file. */
function zip(name: string, content: Buffer): Buffer {
  const packed = deflateRawSync(content);
  const shared = Buffer.alloc(26);
  shared.writeUInt16LE(20, 0);
  shared.writeUInt16LE(8, 4);
  shared.writeUInt16LE(0x5c_21, 8);
  shared.writeUInt32LE(crc32(content), 10);
  shared.writeUInt32LE(packed.length, 14);
  shared.writeUInt32LE(content.length, 18);
  shared.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), shared, Buffer.from(name), packed]);
  const central = Buffer.concat([Buffer.from('PK\x01\x02\x14\0', 'latin1'), shared, Buffer.alloc(14), Buffer.from(name)]);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, central, end]);
}
