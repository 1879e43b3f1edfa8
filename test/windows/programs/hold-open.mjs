// Opens a file exclusively, says so, and holds it until it is killed.
import { constants, openSync } from 'node:fs';

/** libuv's flag for exclusive sharing on Windows, for which Node has no name. */
const SHARED_WITH_NOBODY = 0x10000000;
openSync(process.argv[2] ?? '', constants.O_RDWR | SHARED_WITH_NOBODY);
console.log('held');
setInterval(() => {}, 60_000);
