// Opens a file as no other program may open it meanwhile, says so, and keeps it until it is killed.
import { constants, openSync } from 'node:fs';

/** libuv's own flag on Windows, for which Node has no name: shared with nobody. */
const SHARED_WITH_NOBODY = 0x10000000;
openSync(process.argv[2] ?? '', constants.O_RDWR | SHARED_WITH_NOBODY);
console.log('held');
setInterval(() => {}, 60_000);
