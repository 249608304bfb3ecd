/** `npm start`. */

require('./run.cjs')('../src/main.ts');
