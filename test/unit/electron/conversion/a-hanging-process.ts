import process from 'node:process';

process.on('message', () => {
  for (;;);
});
